import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTree, type ServedDialect, serve } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSIONS } from './cases/index.ts';
import { DIFFERENCES } from './differences.ts';
import { type CaseTree, plantCases } from './recorder/case-tree.ts';
import type { Answer, Block, Recording } from './recorder/recording.ts';
import { caseTokens, tokenTable } from './recorder/token-table.ts';
import { withoutTags, withText } from './recorder/without-tags.ts';

const recording: Recording = JSON.parse(readFileSync(join(import.meta.dirname, 'recorder/recording.json'), 'utf8'));

describe('the recording of Claude Code', () => {
  it('has an answer to every case', () => {
    const cases = SESSIONS.flatMap((session) => session.cases.map(({ name }) => name));
    expect(Object.keys(recording.answers)).toEqual(cases);
    expect(cases.length).toBeGreaterThan(150);
  });

  it('is differed from in cases that are there', () => {
    expect(Object.keys(DIFFERENCES).filter((name) => recording.answers[name] === undefined)).toEqual([]);
  });
});

describe('docs/dialects.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/dialects.md'), 'utf8');

  it('names the release and every difference', () => {
    expect(page).toContain(`Claude Code ${recording.version}`);
    for (const { named } of Object.values(DIFFERENCES)) expect(page).toContain(`\n- **${named}**`);
  });

  it('shows how many tokens the answers take', async () => {
    expect(page, 'pnpm record:claude -t table writes it').toContain(await tokenTable(recording));
  });
});

it('takes no more tokens than Claude Code', async () => {
  const more = (await caseTokens(recording)).filter(({ name, ours, theirs }) => ours > theirs && !DIFFERENCES[name]);
  expect(more).toEqual([]);
});

describe.each(SESSIONS)('$name', (session) => {
  let server: ServedDialect;
  let tree: CaseTree;

  beforeAll(async () => {
    const place = await openTree();
    tree = plantCases(place.root, session);
    server = await serve('claude', place, { args: ['--workdir', place.root, '--shell', 'unrestricted'] });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await server.tree[Symbol.asyncDispose]();
  });

  it.each(session.cases)('$name', async (one) => {
    const { content, isError } = await server.call(one.tool, tree.begin(one));
    const changed = tree.changed();
    const ours: Answer = {
      isError,
      content: content.map((block) => scrubbed(block, tree)),
      ...(changed && { changed }),
    };
    const theirs = withoutTags(recording.answers[one.name]);
    const difference = DIFFERENCES[one.name];
    if (difference === undefined) expect(ours).toEqual(theirs);
    else {
      expect(ours).toEqual({ ...theirs, ...difference.ours });
      expect(ours, `no difference in ${difference.named}`).not.toEqual(theirs);
    }
  });
});

function scrubbed(block: Block, tree: CaseTree): Block {
  return withText(block, (text) => tree.scrubbed(text).replace(OWN_FILE, '{file}'));
}

const OWN_FILE = /(?<= saved to: )\S+/;
