import { relative, sep } from 'node:path';
import { ToolError } from '@dragoman/fs-core';
import type { PathPattern } from '@dragoman/search/internal/search';
import { slashPath } from '../../native-path.ts';
import type { CallOptions, Session } from '../../session.ts';
import { glob } from './glob.ts';

/** Files by paths, directories and globs, all from the working directory. */
export interface IncludeRequest {
  readonly include: readonly string[];
  /** Globs of files that are left out. */
  readonly exclude: readonly string[];
  /** Names of directories that globs do not enter. */
  readonly leaveOut: readonly string[];
  /** Leaves out what git ignores, but for files that are named. */
  readonly respectGitIgnore: boolean;
}

export interface IncludedFiles {
  /** Absolute, sorted. */
  readonly paths: readonly string[];
  /** Absolute paths that lead to nothing, as they were asked for. */
  readonly missing: readonly string[];
}

/** Finds the files that paths and globs name, each once. */
export async function includedFiles(
  session: Session,
  { include, exclude, leaveOut, respectGitIgnore }: IncludeRequest,
  call: CallOptions,
): Promise<IncludedFiles> {
  const paths = new Set<string>();
  const missing: string[] = [];
  for (const given of include) {
    const pattern = slashPath(given).replace(/^(?:\.\/)+/, '');
    const kind = await kindOf(session, pattern, call);
    if (kind === 'hidden') continue;
    if (kind === 'file') paths.add(session.resolve(pattern));
    else if (kind === null && !/[*?[\]{}()!]/.test(pattern)) missing.push(session.resolve(pattern));
    else
      for (const path of await globbed(session, { pattern, kind, leaveOut, respectGitIgnore }, call)) paths.add(path);
  }
  const isExcluded = await excluder(exclude);
  const below = (path: string) => relative(session.workdir, path).split(sep);
  return { paths: [...paths].filter((path) => !isExcluded(below(path))).sort(), missing };
}

type Kind = 'file' | 'directory' | 'hidden' | null;

/** The kind of what a path leads to; null if nothing is there, `hidden` if nobody may know. */
async function kindOf({ volume, resolve }: Session, path: string, { signal }: CallOptions): Promise<Kind> {
  if (path === '') return 'directory';
  try {
    using opened = await volume.open(resolve(path), { for: 'names', signal });
    return opened.kind;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'CANCELLED') throw error;
    return error.code === 'NOT_FOUND' || error.code === 'NOT_DIRECTORY' ? null : 'hidden';
  }
}

interface Included {
  readonly pattern: string;
  readonly kind: 'directory' | null;
  readonly leaveOut: readonly string[];
  readonly respectGitIgnore: boolean;
}

async function globbed(session: Session, { pattern, kind, leaveOut, respectGitIgnore }: Included, call: CallOptions) {
  const found = await glob(
    session,
    {
      pattern: kind === 'directory' ? '**' : pattern,
      path: kind === 'directory' ? session.resolve(pattern || '.') : session.workdir,
      ...{
        anchored: true,
        kinds: 'files',
        hidden: true,
        ignoreCase: true,
        leaveOut,
        leavesOutNamed: true,
        order: 'path',
      },
      ignoreFiles: respectGitIgnore ? 'git' : 'none',
    },
    call,
  );
  return found.entries.map(({ path }) => found.folder + path);
}

/** Tells whether a file is left out, by the names on the way to it. */
async function excluder(globs: readonly string[]): Promise<(names: readonly string[]) => boolean> {
  const { compilePathPattern } = await import('@dragoman/search/internal/search');
  const patterns = globs.map((each) =>
    compilePathPattern(slashPath(each).replace(/\/$/, '/**'), { dot: true, ignoreCase: true, anchored: true }),
  );
  return (names) => patterns.some((pattern) => matches(pattern, names));
}

function matches({ start, enter, matches }: PathPattern, names: readonly string[]): boolean {
  let state: typeof start | null = start;
  for (const name of names.slice(0, -1)) {
    state = enter(state, name);
    if (state === null) return false;
  }
  return matches(state, names.at(-1) ?? '', false);
}
