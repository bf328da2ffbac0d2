import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { makeLines, sourceText } from './inputs.ts';
import type { PipeClient } from './pipe-client.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { timed, WARM_UPS } from './timed.ts';
import { bare, between, type Call, dragoman, nothing } from './ways.ts';
import { editing, rewriting, SYNCED, writing } from './write-calls.ts';

const start = (scope: Scope) => startDragoman(scope, ['--dialect', 'claude-code']);

const SMALL = sourceText(1024);

const overwritten = dragoman(
  'claude-code',
  'Write',
  writing('subject', SMALL, (file_path, content) => ({ file_path, content })),
);

const edited = dragoman(
  'claude-code',
  'Edit',
  editing('subject', {
    args: ({ path, from, to }) => ({ file_path: path, old_string: from, new_string: to }),
    before: (server, path) => callTool(server, 'Read', { file_path: path }),
  }),
);

/** A call of the server that is timed as one. */
async function searched(scope: Scope, name: string, args: Record<string, unknown>): Promise<Sampler> {
  const server = await start(scope);
  return timed(() => callTool(server, name, args));
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
    subject: (scope) => searched(scope, 'Glob', args(scope)),
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
    subject: (scope) => searched(scope, 'Grep', args(scope)),
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

/** The tool's own form: numbers, six wide, and a tab. */
function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, at) => `${String(first + at).padStart(6)}\t${line}`).join('\n');
}

const tenLines: Call = {
  args: (scope) => ({ file_path: makeLines(scope, 'lines', 70_000), offset: 1000, limit: 10 }),
  outcome: (answer) => answer.split('\n').slice(0, 10).join('\n'),
};

/** What the call should show, from a server that does nothing. */
const shouldShow: Call = {
  args: () => ({}),
  outcome(_, scope) {
    const lines = readFileSync(makeLines(scope, 'lines', 70_000), 'utf8').split('\n');
    return numbered(lines.slice(999, 1009), 1000);
  },
};

export const claudeCode: readonly Scenario[] = [
  {
    ...{ name: 'Read, ten lines of 2,000', against: 'a call of the SDK that does nothing', unit: 'ms' },
    ...between(nothing(shouldShow), dragoman('claude-code', 'Read', tenLines)),
    ...{ target: 1.25, rounds: 31, warmUps: WARM_UPS, keepApart: true },
  },
  {
    ...{ name: 'Write, 1 KB', against: 'pipe, open, write, fsync, rename, fsync', unit: 'ms' },
    ...between(
      bare(
        'replace',
        SYNCED,
        writing('reference', SMALL, (path, content) => ({ path, content })),
      ),
      overwritten,
    ),
    ...{ target: 1.4, rounds: 41, warmUps: WARM_UPS },
  },
  {
    ...{ name: 'Edit in 96 KB', against: 'pipe, open, write, fsync, rename, fsync of as much', unit: 'ms' },
    ...between(bare('replace', SYNCED, rewriting('reference')), edited),
    ...{ target: 1.5, rounds: 41, warmUps: WARM_UPS },
  },
  globIn({ what: '2,900 files', files: 2900, target: 0.65, rounds: 21 }),
  globIn({ what: '100,000 files', files: 100_000, target: 0.9, rounds: 7, isLong: true }),
  grepIn({ what: '10 files', files: 10, target: 1, rounds: 31 }),
  grepIn({ what: '2,900 files', files: 2900, target: 1.1, rounds: 21 }),
  grepIn({ what: '100,000 files', files: 100_000, target: 1.15, rounds: 7, isLong: true }),
];
