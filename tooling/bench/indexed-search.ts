import { execFileSync } from 'node:child_process';
import { type IndexedTree, indexedServer, serverOver } from './built-indexes.ts';
import { cpuTime } from './cpu-time.ts';
import { indexCosts } from './index-costs.ts';
import type { PipeClient } from './pipe-client.ts';
import { findProgram } from './programs.ts';
import type { Scenario, Scope } from './scenario.ts';
import { byItself, ripgrep, scenarios } from './search.ts';
import { callTool } from './servers.ts';
import { sourceTree } from './source-trees.ts';

interface Row {
  readonly name: string;
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  readonly targets: { readonly wall: number; readonly CPU: number };
}

const RARE: Row = { name: 'a word of one file', pattern: 'needle = 20020;', targets: { wall: 0.45, CPU: 0.4 } };

const ROWS: readonly Row[] = [
  RARE,
  { name: 'one of three', pattern: 'needle = 20020;|needle = 40040;|nowhere', targets: { wall: 0.5, CPU: 0.5 } },
  { name: 'case ignored', pattern: 'NEEDLE = 20020;', ignoreCase: true, targets: { wall: 0.5, CPU: 0.5 } },
  { name: 'a word of 0.3 % of the files', pattern: 'needle = 1[012]', targets: { wall: 0.5, CPU: 0.5 } },
];

/** Where all is read in spite of the index. */
const READ_IN_FULL: readonly Row[] = [
  { name: 'a word of all files', pattern: 'function', targets: { wall: 1.15, CPU: 1.15 } },
  { name: 'no literal', pattern: '^[a-z]+ [a-z]{6} . \\d{5};', targets: { wall: 1.15, CPU: 1.15 } },
];

// Gives up what the system keeps of the contents of all files; names and states stay.
const EVICT = `import os, sys
for directory, _, names in os.walk(sys.argv[1]):
    for name in names:
        file = os.open(os.path.join(directory, name), os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)
`;
const PYTHON = findProgram('python3');

function evict(tree: IndexedTree): void {
  if (PYTHON !== undefined) execFileSync(PYTHON, ['-c', EVICT, sourceTree(tree)]);
}

type Side = Parameters<typeof scenarios>[0]['subject'];

function flagsOf({ pattern, ignoreCase = false }: Row): readonly string[] {
  return ['--files-with-matches', ...(ignoreCase ? ['--ignore-case'] : []), `--regexp=${pattern}`];
}

/** Searches by a server. */
function byServer(open: (scope: Scope) => Promise<PipeClient>, { pattern, ignoreCase = false }: Row): Side {
  return async (scope) => {
    const server = await open(scope);
    const args = { pattern, case_insensitive: ignoreCase, output_mode: 'files_with_matches' };
    const act = async () => (await callTool(server, 'grep', args)).split('\n');
    return { act, clock: () => cpuTime(server.pid) };
  };
}

function withIndex(tree: IndexedTree, row: Row, more: { readonly before?: () => void } = {}): Scenario[] {
  return scenarios({
    name: `grep with an index, ${tree.toLocaleString('en')} files, ${row.name}`,
    against: 'rg with the same flags',
    ...{ tree, targets: row.targets, shown: Number.POSITIVE_INFINITY, ...more },
    reference: () => byItself(() => ripgrep(tree, flagsOf(row))),
    subject: byServer((scope) => indexedServer(scope, tree), row),
  });
}

const readInFull = READ_IN_FULL.flatMap((row) =>
  scenarios({
    name: `grep with an index, 100,000 files, ${row.name}`,
    against: 'the same without',
    ...{ tree: 100_000, targets: row.targets, shown: Number.POSITIVE_INFINITY },
    reference: byServer((scope) => serverOver(scope, 100_000, 'off'), row),
    subject: byServer((scope) => indexedServer(scope, 100_000), row),
  }),
);

const withoutIndex = scenarios({
  name: `grep without an index, 300,000 files, ${RARE.name}`,
  against: 'rg with the same flags',
  ...{ tree: 300_000, targets: { wall: 1.15, CPU: 1.08 }, shown: Number.POSITIVE_INFINITY },
  reference: () => byItself(() => ripgrep(300_000, flagsOf(RARE))),
  subject: byServer((scope) => serverOver(scope, 300_000, 'off'), RARE),
});

const NOT_IN_MEMORY: Row = { ...RARE, name: `${RARE.name}, not in memory`, targets: { wall: 0.08, CPU: 0.4 } };
const evicted = ([100_000, 300_000] as const)
  .flatMap((tree) => withIndex(tree, NOT_IN_MEMORY, { before: () => evict(tree) }))
  .filter(({ name }) => PYTHON !== undefined && name.endsWith('wall'));

/** Where reading all takes less than a quarter of a second, no index is used, and these miss their targets. */
export const indexedSearch: readonly Scenario[] = [
  ...ROWS.flatMap((row) => withIndex(100_000, row)),
  ...readInFull,
  ...withIndex(300_000, RARE),
  ...withoutIndex,
  ...evicted,
  ...indexCosts,
];
