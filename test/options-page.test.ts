import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HTTP_TABLE } from '../apps/mcp-http/src/lib/options/http-option-table.ts';
import { OPTIONS } from '../packages/dialects/src/internal/options.ts';

it('docs/start.md has a row for every option, in the order of the help page', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/start.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(--[^`]+)` \|/gm)].map(([, flag]) => flag);
  expect(rows).toEqual(OPTIONS.map(({ name, value }) => (value === null ? `--${name}` : `--${name} <${value}>`)));
});

it('docs/serving.md has a row for every option of dragoman-http, in the order of the help page', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/serving.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `--([\w-]+)/gm)].map(([, name]) => name);
  expect(rows).toEqual([...Object.values(HTTP_TABLE).map(({ name }) => name), 'log-level']);
});
