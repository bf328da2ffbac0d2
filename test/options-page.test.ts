import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OPTIONS } from '../packages/dialects/src/options.ts';

it('docs/start.md has a row for every option, in the order of the help page', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/start.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(--[^`]+)` \|/gm)].map(([, flag]) => flag);
  expect(rows).toEqual(OPTIONS.map(({ name, value }) => (value === null ? `--${name}` : `--${name} <${value}>`)));
});
