import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KB, MB, sourceText } from '../inputs.ts';
import { WARM_UPS } from '../measure/sampling.ts';
import type { Scenario, Scope } from '../measure/scenario.ts';
import { OFFICIAL_SERVER, startDragoman } from '../servers/stdio-servers.ts';
import { type Contender, contentsOf, dragoman, official, steps } from './contenders.ts';
import { between, toolWork, type WorkOpener } from './work.ts';

const FILES = Array.from({ length: 20 }, (_, at) => `file-${at}`);
const WORDS = ['last word', 'word at last'] as const;
/** The last line of a file before and after a change, which the next one takes back. */
const wordsOf = (run: number) => [WORDS[run % 2] ?? '', WORDS[(run + 1) % 2] ?? ''] as const;

/** Makes a file of 8 KB. */
function makeFile({ directory }: Scope, name = 'file'): string {
  const path = join(directory, name);
  writeFileSync(path, `${sourceText(8 * KB)}\n${WORDS[0]}\n`);
  return path;
}

const twentyEdits: WorkOpener = async (scope) => {
  const paths = FILES.map((file) => makeFile(scope, file));
  const edit = await steps(scope, dragoman(), (wording, call) =>
    wording.edit(paths[call % paths.length] ?? '', ...wordsOf(Math.floor(call / paths.length))),
  );
  return async (run) => {
    for (const at of paths.keys()) await edit(run * paths.length + at);
    return '';
  };
};

const onePatch: WorkOpener = (scope) => {
  for (const file of FILES) makeFile(scope, file);
  const args = (run: number) => {
    const [from, to] = wordsOf(run);
    const sections = FILES.flatMap((file) => [`*** Update File: ${file}`, `-${from}`, `+${to}`]);
    return { input: ['*** Begin Patch', ...sections, '*** End Patch'].join('\n') };
  };
  return toolWork(scope, startDragoman(scope.directory, ['--dialect', 'codex']), ['apply_patch', args]);
};

const edited =
  (contender: Contender): WorkOpener =>
  (scope) => {
    const path = makeFile(scope);
    return steps(scope, contender, ({ edit }, run) => edit(path, ...wordsOf(run)));
  };

const recording = dragoman((directory) => ['--journal', '--journal-dir', join(directory, 'journal')]);

const CONTENT = sourceText(5 * MB);
const written =
  (contender: Contender): WorkOpener =>
  (scope) =>
    steps(scope, contender, ({ create }) => create(join(scope.directory, 'file'), CONTENT));

/** Compares the files that both sides leave behind. */
const outcome = (_: string, { directory }: Scope): string => contentsOf(directory);

export const writing: readonly Scenario[] = [
  {
    ...{ name: 'a patch of 20 files', against: '20 calls of `str_replace`', targets: { time: 1.2 } },
    ...between({ reference: twentyEdits, subject: onePatch, outcome }),
    ...{ rounds: 41, warmUps: 10 },
  },
  {
    ...{ name: 'write 5 MB', against: OFFICIAL_SERVER, targets: { time: 1 }, rounds: 21, warmUps: 10 },
    ...between({ reference: written(official), subject: written(dragoman()), outcome }),
  },
  {
    ...{ name: 'an edit of 8 KB, recorded in a journal', against: 'the same without a journal', targets: { time: 2 } },
    ...between({ reference: edited(dragoman()), subject: edited(recording), outcome, times: 20 }),
    ...{ rounds: 21, warmUps: WARM_UPS },
  },
];
