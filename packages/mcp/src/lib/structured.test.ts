import { describe, expect, it } from 'vitest';
import { answersTyped, listsTypes } from './structured.ts';

const SCRIPT = { callId: 'exec-1' };

describe('typed results', () => {
  it.each([
    ['auto', 'codex-mcp-client', SCRIPT, true, true],
    ['auto', 'codex-mcp-client', { callId: 'call_1' }, true, false],
    ['auto', 'codex-mcp-client', { callId: 7 }, true, false],
    ['auto', 'codex-mcp-client', {}, true, false],
    ['auto', 'pi', {}, true, true],
    ['auto', 'pixel', SCRIPT, false, false],
    ['auto', 'claude-code', SCRIPT, false, false],
    ['auto', '', SCRIPT, false, false],
    ['on', 'claude-code', {}, true, true],
    ['on', 'codex-mcp-client', {}, true, true],
    ['off', 'pi', {}, false, false],
    ['off', 'codex-mcp-client', SCRIPT, false, false],
  ] as const)('%s, for %s with %j: listed %s, given %s', (structured, client, meta, isListed, isGiven) => {
    expect([listsTypes(structured, client), answersTyped(structured, client, meta)]).toEqual([isListed, isGiven]);
  });
});
