import { equal } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { sourceText } from './inputs.ts';
import { outputOf } from './programs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { timed, timedProcess } from './timed.ts';

// The bundle of this file lies one level deeper than its source.
const COMMAND_LINE = join(import.meta.dirname, '../../../apps/cli/dist/main.js');

const WORDS = ['last word', 'word at last'] as const;

/** Changes the last line of a file of so many bytes. */
const edit = (name: string, bytes: number, options: (scope: Scope) => readonly string[] = () => []) =>
  async function edits(scope: Scope): Promise<Sampler> {
    writeFileSync(join(scope.directory, name), `${sourceText(bytes)}\n${WORDS[0]}\n`);
    const server = await startDragoman(scope, options(scope));
    return timed(async (run) => {
      const [old_str, new_str] = [WORDS[run % 2], WORDS[(run + 1) % 2]];
      await callTool(server, 'str_replace', { path: name, old_str, new_str });
    }, 20);
  };

const recording =
  (name: string) =>
  ({ directory }: Scope): string[] => ['--journal', '--journal-dir', join(directory, name)];

/** Records so many operations. Returns the arguments of a command on them. */
async function recorded(scope: Scope, count: number): Promise<readonly string[]> {
  const name = `journal-of-${count}`;
  const server = await startDragoman(scope, ['--no-fsync', ...recording(name)(scope)]);
  for (let run = 0; run < count; run += 1)
    await callTool(server, 'create_file', { path: `recorded-${count}-${run % 100}`, content: `${run}` });
  return [COMMAND_LINE, '--workdir', scope.directory, '--journal-dir', join(scope.directory, name)];
}

const MANY = 10_000;

/** Undoes the last of so many operations, and makes it again, as two commands. */
const undone =
  (count: number) =>
  async (scope: Scope): Promise<Sampler> => {
    const command = await recorded(scope, count);
    const [undo, redo] = ['undo', 'redo'].map((word) => timedProcess(process.execPath, [...command, word]));
    return async () => ((await undo?.()) ?? 0) + ((await redo?.()) ?? 0);
  };

const about = (bytes: number, name: string) => ({
  against: 'the same without',
  unit: 'ms' as const,
  reference: edit(`plain-${name}`, bytes),
  subject: edit(`recorded-${name}`, bytes, recording(`journal-${name}`)),
});

export const journal: readonly Scenario[] = [
  {
    name: 'an edit of 8 KB, recorded in a journal',
    ...about(8 * 1024, 'small'),
    target: 1.6,
    rounds: 31,
    warmUps: 5,
  } as const,
  {
    ...{ name: 'an edit of 5 MB, recorded in a journal', ...about(5 * 1024 * 1024, 'large') },
    ...{ target: 2.5, rounds: 11, warmUps: 2 },
  },
  {
    ...{ name: `dragoman log of ${MANY} operations, the whole process`, against: 'node -e 0', unit: 'ms' },
    reference: () => timedProcess(process.execPath, ['-e', '0']),
    async subject(scope) {
      const command = [...(await recorded(scope, MANY)), 'log'];
      equal(outputOf(process.execPath, command).trimEnd().split('\n').at(-1), `${MANY - 20} more: --limit ${MANY}`);
      return timedProcess(process.execPath, command);
    },
    ...{ target: 1.5, rounds: 31, isLong: true },
  },
  {
    ...{ name: `undo and redo of the last of ${MANY} operations`, against: 'of the last of 10', unit: 'ms' },
    ...{ reference: undone(10), subject: undone(MANY), target: 1.5, rounds: 15, isLong: true },
  },
];
