import { describe, expect, it } from 'vitest';
import { dialectOf } from './client-dialect.ts';

const carrying = (name: unknown): Record<string, unknown> => ({ 'io.modelcontextprotocol/clientInfo': { name } });

describe('dialectOf', () => {
  it.each([
    ['the one chosen', 'editor', carrying('gemini-cli'), 'gemini-cli', 'editor'],
    ['the one for the client of initialize', 'auto', undefined, 'Gemini CLI', 'gemini'],
    ['the one for any other client', 'auto', undefined, 'cursor', 'claude-code'],
    ['the one for a client that is not known', 'auto', undefined, undefined, 'claude-code'],
    ['the one for the client that the request names', 'auto', carrying('gemini-cli'), 'cursor', 'gemini'],
    ['the one of initialize where the request names nobody', 'auto', carrying(7), 'gemini', 'gemini'],
  ] as const)('is %s', (_, choice, meta, initialized, expected) => {
    expect(dialectOf(choice, meta, initialized)).toBe(expected);
  });
});
