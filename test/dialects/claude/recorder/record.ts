import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackage } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { SESSIONS } from '../cases/index.ts';
import { playSession } from './play-session.ts';
import type { Answer, Recording } from './recording.ts';

const PROGRAM = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;

it('records how the newest Claude Code answers the cases', async () => {
  const version = execFileSync('npm', ['view', PROGRAM, 'version'], { encoding: 'utf8' }).trim();
  const modules = await installPackage(`${PROGRAM}@${version}`);
  const answers: Record<string, Answer> = {};
  for (const session of SESSIONS) Object.assign(answers, await playSession(join(modules, PROGRAM, 'claude'), session));
  const cases = SESSIONS.flatMap((session) => session.cases.map(({ name }) => name));
  expect(Object.keys(answers)).toEqual(cases);
  expect(new Set(cases).size).toBe(cases.length);
  const recording: Recording = { version, answers };
  writeFileSync(join(import.meta.dirname, 'recording.json'), `${JSON.stringify(recording, null, 2)}\n`);
});
