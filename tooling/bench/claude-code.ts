import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { sourceText } from './inputs.ts';
import type { PipeClient } from './pipe-client.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startBare, startDragoman, startSdk } from './servers.ts';
import { timed, timedCalls, WARM_UPS } from './timed.ts';

const start = (scope: Scope) => startDragoman(scope, ['--dialect', 'claude-code']);

async function call(
  scope: Scope,
  name: string,
  args: Record<string, unknown>,
  sampled: (act: () => Promise<unknown>) => Sampler = timedCalls,
): Promise<Sampler> {
  const server = await start(scope);
  return sampled(() => callTool(server, name, args));
}

async function noCall(scope: Scope): Promise<Sampler> {
  const server = await startSdk(scope);
  return timedCalls(() => callTool(server, 'nothing', {}));
}

function makeText(scope: Scope, bytes: number): string {
  const path = join(scope.directory, `text-${bytes}`);
  if (!existsSync(path)) writeFileSync(path, sourceText(bytes));
  return path;
}

async function sendWhole(scope: Scope, bytes: number): Promise<Sampler> {
  const server = startBare(scope);
  const path = makeText(scope, bytes);
  return timedCalls(() => server.request('send', { path }));
}

async function replaceBare(scope: Scope, bytes: number): Promise<Sampler> {
  const server = startBare(scope);
  const [path, content] = [join(scope.directory, 'reference'), sourceText(bytes)];
  return timedCalls(() => server.request('replace', { path, content }));
}

async function overwritten(scope: Scope): Promise<Sampler> {
  return call(scope, 'Write', { file_path: join(scope.directory, 'subject'), content: sourceText(1024) });
}

/** Replaces one word of a file by another, and back. */
async function edited(scope: Scope): Promise<Sampler> {
  const server = await start(scope);
  const file_path = join(scope.directory, 'subject');
  await callTool(server, 'Write', { file_path, content: `${sourceText(96 * 1024)}\nlast word\n` });
  const words = ['last word', 'word at last'] as const;
  return timedCalls((run) => {
    const [old_string, new_string] = run % 2 === 0 ? words : words.toReversed();
    return callTool(server, 'Edit', { file_path, old_string, new_string });
  });
}

/** A tree of source files, twenty in a directory; every hundredth file holds the needle. */
function makeTree(scope: Scope, files: number): string {
  const root = join(scope.directory, `tree-${files}`);
  if (existsSync(root)) return root;
  for (let at = 0; at < files; at += 1) {
    const directory = join(root, `group${at % 50}`, `part${Math.floor(at / 50 / 20)}`);
    mkdirSync(directory, { recursive: true });
    const path = join(directory, `file${at}.${at % 2 === 0 ? 'ts' : 'js'}`);
    writeFileSync(path, sourceText(4096) + (at % 100 === 0 ? 'needle in the hay\n' : ''));
    utimesSync(path, at, at);
  }
  return root;
}

const quiet = { env: {}, maxBuffer: 1024 ** 3 } as const;

function listedByRipgrep(root: string): string[] {
  const output = execFileSync(rgPath, ['--no-config', '--files', '-g', '*.ts', root], quiet).toString();
  const paths = output.trimEnd().split('\n');
  const times = new Map(paths.map((path) => [path, statSync(path).mtimeMs]));
  return paths.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

function foundByRipgrep(root: string): string[] {
  const output = execFileSync(rgPath, ['--no-config', '--count', '--hidden', 'needle', root], quiet).toString();
  return output.trimEnd().split('\n');
}

interface Search {
  readonly what: string;
  readonly files: number;
  readonly target: number;
  readonly rounds: number;
  readonly isLong?: boolean;
}

function globIn({ what, files, ...rest }: Search): Scenario {
  const args = (scope: Scope) => ({ pattern: '**/*.ts', path: makeTree(scope, files) });
  return {
    ...{ name: `Glob, newest first, in ${what}`, against: 'rg --files and a sort by stat', unit: 'ms', ...rest },
    reference: (scope) => timed(() => listedByRipgrep(makeTree(scope, files))),
    subject: (scope) => call(scope, 'Glob', args(scope), timed),
    async agree(scope) {
      await using server = await alone(scope);
      const shown = (await callTool(server, 'Glob', args(scope))).split('\n').slice(0, 1000);
      deepEqual(shown, listedByRipgrep(makeTree(scope, files)).slice(0, 1000));
    },
  };
}

function grepIn({ what, files, ...rest }: Search): Scenario {
  const args = (scope: Scope) => ({ pattern: 'needle', path: makeTree(scope, files), head_limit: 0 });
  return {
    ...{ name: `Grep in ${what}`, against: 'rg --count', unit: 'ms', ...rest },
    reference: (scope) => timed(() => foundByRipgrep(makeTree(scope, files))),
    subject: (scope) => call(scope, 'Grep', args(scope), timed),
    async agree(scope) {
      await using server = await alone(scope);
      const shown = await callTool(server, 'Grep', { ...args(scope), output_mode: 'count' });
      deepEqual(shown.split('\n').sort(), foundByRipgrep(makeTree(scope, files)).sort());
    },
  };
}

/** A server that the caller closes, not the scope. */
function alone(scope: Scope): Promise<PipeClient> {
  return start({ ...scope, use: (resource) => resource });
}

async function sameNumbers(scope: Scope): Promise<void> {
  await using server = await alone(scope);
  const path = makeText(scope, 96 * 1024);
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, 10);
  const numbered = lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`);
  const shown = await callTool(server, 'Read', { file_path: path, limit: 10 });
  deepEqual(shown.split('\n').slice(0, 10), numbered);
}

export const claudeCode: readonly Scenario[] = [
  {
    ...{ name: 'Read, ten lines of 2,000', against: 'a call of the SDK that does nothing', unit: 'ms' },
    reference: noCall,
    subject: (scope) => call(scope, 'Read', { file_path: makeText(scope, 70_000), offset: 1000, limit: 10 }),
    agree: sameNumbers,
    target: 1.25,
    rounds: 31,
    warmUps: WARM_UPS,
    keepApart: true,
  },
  {
    ...{ name: 'Read, all of 96 KB', against: 'bare Node that sends as much', unit: 'ms' },
    reference: (scope) => sendWhole(scope, 96 * 1024),
    subject: (scope) => call(scope, 'Read', { file_path: makeText(scope, 96 * 1024), limit: 10_000 }),
    target: 2.8,
    rounds: 31,
    warmUps: WARM_UPS,
  },
  {
    ...{ name: 'Write, 1 KB', against: 'pipe, open, write, fsync, rename, fsync', unit: 'ms' },
    reference: (scope) => replaceBare(scope, 1024),
    subject: overwritten,
    target: 1.4,
    rounds: 41,
    warmUps: WARM_UPS,
  },
  {
    ...{ name: 'Edit in 96 KB', against: 'pipe, open, write, fsync, rename, fsync of as much', unit: 'ms' },
    reference: (scope) => replaceBare(scope, 96 * 1024),
    subject: edited,
    target: 1.5,
    rounds: 41,
    warmUps: WARM_UPS,
  },
  globIn({ what: '2,900 files', files: 2900, target: 0.65, rounds: 21 }),
  globIn({ what: '100,000 files', files: 100_000, target: 0.9, rounds: 7, isLong: true }),
  grepIn({ what: '10 files', files: 10, target: 1, rounds: 31 }),
  grepIn({ what: '2,900 files', files: 2900, target: 1.1, rounds: 21 }),
  grepIn({ what: '100,000 files', files: 100_000, target: 1.15, rounds: 7, isLong: true }),
];
