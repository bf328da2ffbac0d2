import { describe, expect, it } from 'vitest';
import { clientName } from './params.ts';

const carrying = (name: unknown): Record<string, unknown> => ({ 'io.modelcontextprotocol/clientInfo': { name } });

describe('clientName', () => {
  it.each([
    ['the one that the request carries', carrying('gemini-cli'), 'cursor', 'gemini-cli'],
    ['the one of initialize where the request carries none', undefined, 'cursor', 'cursor'],
    ['the one of initialize where the request carries no text', carrying(7), 'gemini', 'gemini'],
    ['empty where nobody gives one', {}, undefined, ''],
  ] as const)('is %s', (_, meta, initialized, expected) => {
    expect(clientName(meta, initialized)).toBe(expected);
  });
});
