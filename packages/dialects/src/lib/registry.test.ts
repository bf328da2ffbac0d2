import { describe, expect, it } from 'vitest';
import { dialectFor } from './registry.ts';

describe('dialectFor', () => {
  it.each([
    ['gemini-cli-mcp-client', 'gemini-cli'],
    ['Gemini CLI', 'gemini-cli'],
    ['cursor', 'claude-code'],
    ['', 'claude-code'],
  ])('of "%s" is %s', (name, expected) => {
    expect(dialectFor(name)).toBe(expected);
  });
});
