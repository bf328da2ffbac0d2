import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { cpuTime } from './cpu-time.ts';
import type { Scenario, Scope } from './scenario.ts';
import { byItself, ripgrep, scenarios, type Work } from './search.ts';
import { callTool, startDragoman } from './servers.ts';
import { sourceTree } from './source-trees.ts';

const TREE = 100_000;
// The bundle of this file lies one level deeper than its source.
const CLI = join(import.meta.dirname, '../../../apps/cli/dist/main.js');
// An index is looked for after so many slow searches.
const SLOW_SEARCHES = 2;

interface Row {
  readonly name: string;
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  readonly targets: { readonly wall: number; readonly CPU: number };
}

const ROWS: readonly Row[] = [
  { name: 'a word of one file', pattern: 'needle = 20020;', targets: { wall: 0.45, CPU: 0.4 } },
  { name: 'one of three', pattern: 'needle = 20020;|needle = 40040;|nowhere', targets: { wall: 0.5, CPU: 0.5 } },
  { name: 'case ignored', pattern: 'NEEDLE = 20020;', ignoreCase: true, targets: { wall: 0.5, CPU: 0.5 } },
  { name: 'a word of 0.3 % of the files', pattern: 'needle = 1[012]', targets: { wall: 0.5, CPU: 0.5 } },
  { name: 'no literal', pattern: '[a-z]+ = 20020;?$', targets: { wall: 1.15, CPU: 1.15 } },
];

let built: string | undefined;

/** Where the index of the tree lies; built once for all rows. */
function indexed(): string {
  if (built !== undefined) return built;
  const directory = `${sourceTree(TREE)}-index`;
  process.once('exit', () => execFileSync('rm', ['-r', '-f', directory]));
  execFileSync(process.execPath, [CLI, 'index', 'build', sourceTree(TREE), '--index', directory], { stdio: 'ignore' });
  built = directory;
  return directory;
}

async function throughServer(scope: Scope, { pattern, ignoreCase = false }: Row): Promise<Work> {
  const options = ['--index', indexed(), '--max-response-size', '16MB'];
  const server = await startDragoman({ ...scope, directory: sourceTree(TREE) }, options);
  const args = { pattern, case_insensitive: ignoreCase, output_mode: 'files_with_matches' };
  for (let search = 0; search < SLOW_SEARCHES; search++) await callTool(server, 'grep', { pattern: '\\d{9}' });
  return { act: async () => (await callTool(server, 'grep', args)).split('\n'), clock: () => cpuTime(server.pid) };
}

/** Where reading all takes less than a quarter of a second, no index is used, and these miss their targets. */
export const indexedSearch: readonly Scenario[] = ROWS.flatMap((row) =>
  scenarios({
    name: `grep with an index, 100,000 files, ${row.name}`,
    against: 'rg with the same flags',
    tree: TREE,
    reference: () => {
      const flags = ['--files-with-matches', ...(row.ignoreCase ? ['--ignore-case'] : []), `--regexp=${row.pattern}`];
      return byItself(() => ripgrep(TREE, flags));
    },
    subject: (scope) => throughServer(scope, row),
    targets: row.targets,
    shown: Number.POSITIVE_INFINITY,
  }),
);
