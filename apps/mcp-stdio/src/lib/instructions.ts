import type { Options } from '@dragoman/tools/options';

// Below the limit of Claude Code, which shows the least.
const MAX_LENGTH = 2000;
const MAX_PATH_LENGTH = 200;
const MAX_TREES = 5;

/**
 * What a model should know before it calls the first tool; under 2,000 characters whatever the paths. It is sent before
 * the client has named its roots, so it says where they decide.
 */
export function instructionsFor(options: Options): string {
  const { readOnly, dryRun, shell, shellTimeoutMs, maxFileSize } = options;
  const lines = [
    'Tools to read, search and change files on this machine. Prefer them to shell commands for files: they keep ' +
      'encodings and line endings, write atomically, and say what went wrong and what to try next.',
    ...placeLines(options),
    `Files over ${inMegabytes(maxFileSize)} are refused. A result that would be too long ends early and says how to go ` +
      'on: read long files in ranges, narrow searches.',
    readOnly && 'Read-only: nothing can be changed.',
    dryRun && 'Dry run: writes report what they would do and change nothing.',
    shell !== 'off' && `Commands end after ${shellTimeoutMs / 1000} s unless a call says otherwise.`,
    shell === 'sandboxed' && 'Commands can write only inside the allowed directories and have no network.',
  ];
  return lines
    .filter((line) => line)
    .join('\n')
    .slice(0, MAX_LENGTH - 1);
}

function placeLines({ workdir, allow, roots, spelled }: Options): string[] {
  const start = shortened(workdir);
  if (allow === null) {
    return [
      `Allowed directories: the folders of the workspace, if the client names any; else ${start}. Anything else is refused.`,
      `Working directory: ${start}, or the first of these folders if it lies in none of them.`,
    ];
  }
  const narrowing = roots === 'intersect' ? ', as far as the folders of the workspace reach' : '';
  const moving = spelled.workdir === undefined ? ', or the first folder of the workspace that is allowed' : '';
  return [
    `Allowed directories: ${treesOf(allow)}${narrowing}. Anything else is refused.`,
    `Working directory: ${start}${moving}.`,
  ];
}

function treesOf(trees: readonly string[]): string {
  const shown = trees.slice(0, MAX_TREES).map(shortened).join(', ');
  return trees.length > MAX_TREES ? `${shown} and ${trees.length - MAX_TREES} more` : shown;
}

function shortened(path: string): string {
  return path.length > MAX_PATH_LENGTH ? `…${path.slice(-MAX_PATH_LENGTH)}` : path;
}

function inMegabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} bytes` : `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}
