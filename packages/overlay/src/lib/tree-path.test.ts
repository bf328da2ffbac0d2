import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('makes paths that count as real, as no other file does', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const makers = files.filter((name) => /\bas RealPath\b/.test(readFileSync(join(import.meta.dirname, name), 'utf8')));
  expect(makers).toEqual(['tree-path.ts']);
});
