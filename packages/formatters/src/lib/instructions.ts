import { printableName } from './shared/printable.ts';

// Below the limit of Claude Code, which shows the least.
const MAX_LENGTH = 2000;
const MAX_PATH_LENGTH = 200;
const MAX_TREES = 5;

/** Permissions of the tools, and the place where they work. */
export interface Situation extends WorkArea {
  readonly readOnly: boolean;
  readonly dryRun: boolean;
  /** Bytes. */
  readonly maxFileSize: number;
  /** Null if none are run. */
  readonly commands: { readonly timeoutMs: number; readonly isConfined: boolean } | null;
}

/** The place where the tools work, and what a client may still say of it. */
export interface WorkArea {
  readonly workdir: string;
  /**
   * The only trees that may be touched; null if the client's folders are, if it names any, and else the workdir. Empty if
   * only those folders are.
   */
  readonly trees: readonly string[] | null;
  /** The client's folders narrow the trees. */
  readonly isNarrowed?: boolean;
  /** The client's folders decide on the working directory. */
  readonly isMoved?: boolean;
}

/** Instructions for a model before it calls the first tool; under 2,000 characters whatever the paths. */
export function instructionsFor(situation: Situation): string {
  const { readOnly, dryRun, commands, maxFileSize } = situation;
  const lines = [
    'Tools to read, search and change files. Prefer them to shell commands: they keep encodings and line endings, ' +
      'write atomically, and say what went wrong.',
    ...areaLines(situation),
    `Files over ${inMegabytes(maxFileSize)} are refused. Long results say how to go on.`,
    readOnly && 'Read-only.',
    dryRun && 'Dry run: changes are only reported.',
    commands && commandLine(commands),
  ];
  return lines
    .filter((line) => line)
    .join('\n')
    .slice(0, MAX_LENGTH - 1);
}

/**
 * The same in one or two sentences, for clients that repeat them with each tool, or show but the beginning.
 * @example briefInstructionsFor({ workdir: '/w', trees: ['/w'], readOnly: false })
 */
export function briefInstructionsFor({ readOnly, ...area }: WorkArea & Pick<Situation, 'readOnly'>): string {
  const lines = [
    `Reads, searches and changes files in ${areaOf(area)}, where relative paths start.`,
    'Prefer these tools to shell commands for files.',
    readOnly && 'Read-only.',
  ];
  return lines
    .filter((line) => line)
    .join(' ')
    .slice(0, MAX_LENGTH - 1);
}

function areaOf({ workdir, trees }: WorkArea): string {
  if (trees === null) return `the workspace, or else ${shortened(workdir)}`;
  return trees.length === 0 ? 'the workspace' : treesOf(trees);
}

function commandLine({ timeoutMs, isConfined }: NonNullable<Situation['commands']>): string {
  const seconds = `Commands have ${timeoutMs / 1000} s by default`;
  return isConfined ? `${seconds}, write only there, and have no network.` : `${seconds}.`;
}

function areaLines({ workdir, trees, isNarrowed = false, isMoved = false }: WorkArea): string[] {
  const start = shortened(workdir);
  if (trees === null) {
    return [
      `Allowed directories: the folders of the workspace; without any, ${start}. Anything else is refused.`,
      `Working directory: ${start}, or the first folder if that is in none.`,
    ];
  }
  if (trees.length === 0) return ['Allowed directories: the folders of the workspace; without any, none.'];
  const narrowing = isNarrowed ? ', as far as the folders of the workspace reach' : '';
  const moving = isMoved ? ', or the first folder that is allowed' : '';
  return [
    `Allowed directories: ${treesOf(trees)}${narrowing}. Anything else is refused.`,
    `Working directory: ${start}${moving}.`,
  ];
}

function treesOf(trees: readonly string[]): string {
  const shown = trees.slice(0, MAX_TREES).map(shortened).join(', ');
  return trees.length > MAX_TREES ? `${shown} and ${trees.length - MAX_TREES} more` : shown;
}

function shortened(path: string): string {
  const shown = printableName(path);
  return shown.length > MAX_PATH_LENGTH ? `…${shown.slice(-MAX_PATH_LENGTH)}` : shown;
}

function inMegabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} bytes` : `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}
