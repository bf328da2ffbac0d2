import type { ToolDefinition } from '@dragoman/dialects';
import { describe, expect, it } from 'vitest';
import { answersTyped, listed, listsTypes } from './structured.ts';

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

  it('are listed as the protocol names them, and never under another name', () => {
    const schema = { type: 'object', properties: {} } as const;
    const annotations = {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    } as const;
    const plain: ToolDefinition = {
      ...{ name: 'a', title: 'A', description: '', inputSchema: schema },
      annotations: { title: 'A', ...annotations },
    };
    const tool = { ...plain, typedSchema: schema };
    expect([listed(tool, true), listed(tool, false)]).toEqual([{ ...plain, outputSchema: schema }, plain]);
    const own = { ...plain, outputSchema: schema };
    expect(listed(own, false)).toEqual(own);
  });
});
