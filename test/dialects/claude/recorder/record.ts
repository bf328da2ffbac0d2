import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { SESSIONS } from '../cases/index.ts';
import { playSession, TOOLS } from './play-session.ts';
import type { Answer, Recording } from './recording.ts';
import { openCounter, tokenTable } from './token-table.ts';

const PROGRAM = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;

const RECORDING = join(import.meta.dirname, 'recording.json');
const PAGE = join(import.meta.dirname, '../../../../docs/dialects.md');
const TABLE = /^\| tool \| definition \|.*(?:\n\|.*)*/m;

it('records how the newest Claude Code answers the cases', async () => {
  const version = execFileSync('npm', ['view', PROGRAM, 'version'], { encoding: 'utf8' }).trim();
  const modules = await installPackage(`${PROGRAM}@${version}`);
  const count = await openCounter();
  const answers: Record<string, Answer> = {};
  const definitions: Record<string, number> = {};
  const schemas: Record<string, unknown> = {};
  for (const session of SESSIONS) {
    const played = await playSession(join(modules, PROGRAM, 'claude'), session);
    Object.assign(answers, played.answers);
    for (const { name, description, input_schema } of played.tools) {
      if (!TOOLS.includes(name)) continue;
      definitions[name] = count(JSON.stringify({ name, description, input_schema }));
      schemas[name] = input_schema;
    }
  }
  const cases = SESSIONS.flatMap((session) => session.cases.map(({ name }) => name));
  expect(Object.keys(answers)).toEqual(cases);
  expect(new Set(cases).size).toBe(cases.length);
  const recording: Recording = { version, definitions, schemas, answers };
  writeFileSync(RECORDING, `${JSON.stringify(recording, null, 2)}\n`);
});

it('writes the table of tokens', async () => {
  const table = await tokenTable(JSON.parse(readFileSync(RECORDING, 'utf8')));
  const page = readFileSync(PAGE, 'utf8').replace(TABLE, () => table);
  expect(page).toContain(table);
  writeFileSync(PAGE, page);
});
