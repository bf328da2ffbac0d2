import { makeLines, makeOneLine } from './inputs.ts';
import { HAS_PROC } from './peak-memory.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { callTool, startDragoman } from './servers.ts';
import { sourceTree, type Tree } from './source-trees.ts';

const MB = 1024 * 1024;

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The server's working directory. Default: that of the scope. */
  readonly directory?: string;
}

/** Peak memory of a fresh server that served one call. */
function peakAfter(scope: Scope, { tool, args, directory = scope.directory }: Call): Sampler {
  return async () => {
    await using server = await startDragoman({ ...scope, directory, use: (resource) => resource });
    await callTool(server, tool, args);
    return server.peakMemory() ?? Number.NaN;
  };
}

function peakOfView(scope: Scope, args: Record<string, unknown>): Sampler {
  return peakAfter(scope, { tool: 'view', args });
}

/** Peak memory of a search that every line matches, and that shows a hundred of them. */
function peakOfGrep(tree: Tree): (scope: Scope) => Sampler {
  const args = { pattern: '.', output_mode: 'content', head_limit: 100 };
  return (scope) => peakAfter(scope, { tool: 'grep', args, directory: sourceTree(tree) });
}

function smallFile(scope: Scope): Sampler {
  return peakOfView(scope, { path: makeLines(scope, 'small', 70_000), view_range: [1, 10] });
}

const scenarios: readonly Scenario[] = [
  {
    name: 'memory: ten lines at line 2,900,000 of 101 MB',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) =>
      peakOfView(scope, { path: makeLines(scope, 'large', 101 * MB), view_range: [2_900_000, 2_900_009] }),
    target: 1.15,
    unit: 'MB',
    rounds: 5,
  },
  {
    name: 'memory: first ten lines of 1 GB',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) => peakOfView(scope, { path: makeLines(scope, 'huge', 1024 * MB), view_range: [1, 10] }),
    target: 1.15,
    unit: 'MB',
    rounds: 5,
    isLong: true,
  },
  {
    name: 'memory: one line of 1 GB',
    against: 'ten lines of a small file',
    reference: smallFile,
    subject: (scope) => peakOfView(scope, { path: makeOneLine(scope, 'line', 1024 * MB), view_range: [1, 1] }),
    target: 1.15,
    unit: 'MB',
    rounds: 3,
    isLong: true,
  },
  {
    name: 'memory: a hundred of all lines in 100,000 files',
    against: 'a hundred of all lines in 10 files',
    reference: peakOfGrep(10),
    subject: peakOfGrep(100_000),
    target: 1.15,
    unit: 'MB',
    rounds: 5,
    isLong: true,
  },
];

/** None where the system does not tell what memory a process takes. */
export const memory: readonly Scenario[] = HAS_PROC ? scenarios : [];
