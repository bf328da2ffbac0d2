import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceText } from './inputs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { timed } from './timed.ts';

const FILES = Array.from({ length: 20 }, (_, at) => `file-${at}`);
const REST = sourceText(8 * 1024 - 1);
const WORDS = ['last word', 'word at last'] as const;
const LARGE = sourceText(10 * 1024 * 1024 - 100);

const wordsOf = (run: number) => [WORDS[run % 2], WORDS[(run + 1) % 2]] as const;

/** Changes the last line of twenty files of 8 KB, in as many calls. */
async function edits(scope: Scope): Promise<Sampler> {
  plant(scope, 'edited-');
  const server = await startDragoman(scope);
  return timed(async (run) => {
    const [old_str, new_str] = wordsOf(run);
    for (const file of FILES) await callTool(server, 'str_replace', { path: `edited-${file}`, old_str, new_str });
  });
}

/** As `edits`, in one patch. */
async function patchOfAll(scope: Scope): Promise<Sampler> {
  plant(scope, 'patched-');
  const server = await startDragoman(scope, ['--dialect', 'codex']);
  return timed(async (run) => {
    const [from, to] = wordsOf(run);
    const sections = FILES.flatMap((file) => [`*** Update File: patched-${file}`, `-${from}`, `+${to}`]);
    await callTool(server, 'apply_patch', { input: ['*** Begin Patch', ...sections, '*** End Patch'].join('\n') });
  });
}

function plant({ directory }: Scope, prefix: string): void {
  for (const file of FILES) writeFileSync(join(directory, prefix + file), `${REST}\n${WORDS[0]}\n`);
}

async function edit(scope: Scope): Promise<Sampler> {
  writeFileSync(join(scope.directory, 'edited'), `${LARGE}\n${WORDS[0]}\n`);
  const server = await startDragoman(scope);
  return timed(async (run) => {
    const [old_str, new_str] = wordsOf(run);
    await callTool(server, 'str_replace', { path: 'edited', old_str, new_str });
  });
}

async function hunk(scope: Scope): Promise<Sampler> {
  writeFileSync(join(scope.directory, 'patched'), `${LARGE}\n${WORDS[0]}\n`);
  const server = await startDragoman(scope, ['--dialect', 'codex']);
  return timed(async (run) => {
    const [from, to] = wordsOf(run);
    const lines = ['*** Begin Patch', '*** Update File: patched', '@@', `-${from}`, `+${to}`, '*** End Patch'];
    await callTool(server, 'apply_patch', { input: lines.join('\n') });
  });
}

export const patches: readonly Scenario[] = [
  {
    ...{ name: 'a patch of 20 files', against: '20 calls of str_replace', unit: 'ms' },
    ...{ reference: edits, subject: patchOfAll, target: 1, rounds: 41, warmUps: 10 },
  },
  {
    ...{ name: 'a hunk at the end of 10 MB', against: 'str_replace there', unit: 'ms' },
    ...{ reference: edit, subject: hunk, target: 2.5, rounds: 21, warmUps: 3 },
  },
];
