import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import { editInTurn, type TextEdit } from './edit-in-turn.ts';

const CALL = { maxResponseSize: Number.POSITIVE_INFINITY, requireRead: false };
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

async function refusalOf(text: string, edits: readonly TextEdit[]) {
  await using tree = await openTree({ a: text });
  const session = createSession({ workdir: tree.root });
  const path = tree.path('a');
  await expect(editInTurn(session, { path, edits }, CALL)).rejects.toMatchObject({
    failure: { code: 'INVALID_ARGUMENT', problem: 'many-edits', path, edits: edits.length },
  });
  expect(readFileSync(path, 'utf8')).toBe(text);
}

describe('editInTurn', () => {
  it('refuses at once what would look through a large file for minutes', async () => {
    await refusalOf(lines(700_000), Array(10_000).fill({ oldText: 'line 7\n', newText: 'line 7\n' }));
  });

  it('counts lines that are found by their words alone for what they cost', async () => {
    const loose = [0, 2, 4].map((at) => ({ oldText: ` line ${at} \nline ${at + 1}`, newText: 'new\nnew' }));
    const others = Array(500).fill({ oldText: 'line 7\n', newText: 'line 7\n' });
    await refusalOf(lines(700_000), [...loose, ...others]);
  });
});
