import type { Failure } from '@dragoman/fs-core';
import type { ListDirectoryOutcome, ListedEntry } from '@dragoman/outcomes/internal/parts';
import type { ListFacts } from '../facts.ts';
import { type Arguments, type FormattedResult, type Reader, type Scene, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { printableName } from '../shared/printable.ts';
import { besides } from '../shared/text-limit.ts';
import { invalid, isProblem, otherFailure } from './failure.ts';

/** Result of `list_directory`. @example listedDirectory(outcome, { limit: { bytes: 20_000 } }) */
export function listedDirectory(outcome: ListDirectoryOutcome, { limit }: Reader): FormattedResult<ListFacts> {
  const { path, realPath, entries, gitIgnored, isEmpty } = outcome;
  const facts: ListFacts = { kind: 'list', path, realPath, entries: entries.length, gitIgnored };
  if (isEmpty) return { content: [text(`Directory ${printableName(path)} is empty.`)], outcome: facts };
  const ignored = gitIgnored > 0 ? `\n\n(${gitIgnored} items were git-ignored)` : '';
  const listing = `Directory listing for ${printableName(path)}:\n${entries.toSorted(byKindAndName).map(line).join('\n')}`;
  const note = `[truncated: ${entries.length} entries in all; leave some out with ignore]`;
  const shown = boundedText(listing, besides(limit, ignored), note);
  return { content: [text(shown + ignored)], outcome: facts };
}

function byKindAndName(one: ListedEntry, other: ListedEntry): number {
  if (one.kind !== other.kind) return one.kind === 'directory' ? -1 : 1;
  return one.name.localeCompare(other.name);
}

function line({ name, kind }: ListedEntry): string {
  return (kind === 'directory' ? '[DIR] ' : '') + printableName(name);
}

/**
 * Explains a failure of `list_directory`.
 * @example listDirectoryFailed({ code: 'NOT_FOUND', path: 'a.md' }, { path: 'docs' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function listDirectoryFailed(failure: Failure, args: Arguments, { root }: Scene): string {
  const path = String(args.path);
  switch (failure.code) {
    case 'NOT_FOUND':
      return `Error listing directory: ENOENT: no such file or directory, stat '${path}'`;
    case 'NOT_DIRECTORY':
      return failure.kind === 'file'
        ? `Error: Path is not a directory: ${path}`
        : `Error listing directory: ENOTDIR: not a directory, stat '${path}'`;
    case 'UNSUPPORTED_FILE':
      return `Error: Path is not a directory: ${path}`;
    case 'PERMISSION_DENIED':
      return `Error listing directory: EACCES: permission denied, scandir '${path}'`;
    case 'ACCESS_DENIED':
      return invalid(`Path must be within the root directory (${root}): ${path}`);
    default:
      if (isProblem(failure, 'relative')) return invalid(`Path must be absolute: ${path}`);
      return otherFailure(failure);
  }
}
