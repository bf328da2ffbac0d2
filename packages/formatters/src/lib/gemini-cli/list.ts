import type { Failure } from '@dragoman/fs-core';
import type { ListDirectoryOutcome, ListedEntry } from '@dragoman/outcomes/internal/parts';
import type { ListFacts } from '../facts.ts';
import { type FormattedResult, type Reader, text } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { printableName } from '../shared/printable.ts';
import { besides } from '../shared/text-limit.ts';
import { commonFailure, otherFailure } from './failure.ts';

/** Result of `list_directory`. @example listedDirectory(outcome, { limit: { bytes: 20_000 } }) */
export function listedDirectory(outcome: ListDirectoryOutcome, { limit }: Reader): FormattedResult<ListFacts> {
  const { path, realPath, entries, gitIgnored, hidden, isEmpty } = outcome;
  const facts: ListFacts = { kind: 'list', path, realPath, entries: entries.length, gitIgnored };
  if (isEmpty && hidden === 0) return { content: [text(`Directory ${printableName(path)} is empty.`)], outcome: facts };
  const ignored = gitIgnored + hidden > 0 ? `\n\n(${gitIgnored + hidden} ignored)` : '';
  const listing = `Directory listing for ${printableName(path)}:\n${entries.toSorted(byKindAndName).map(line).join('\n')}`;
  const note = `[truncated: ${entries.length} entries in all; leave some out with ignore]`;
  return { content: [text(boundedText(listing, besides(limit, ignored), note) + ignored)], outcome: facts };
}

function byKindAndName(one: ListedEntry, other: ListedEntry): number {
  if (one.kind !== other.kind) return one.kind === 'directory' ? -1 : 1;
  return one.name.localeCompare(other.name);
}

function line({ name, kind, size = 0 }: ListedEntry): string {
  return kind === 'directory' ? `[DIR] ${printableName(name)}` : `${printableName(name)} (${size} bytes)`;
}

/**
 * Explains a failure of `list_directory`.
 * @example listDirectoryFailed({ code: 'NOT_FOUND', path: '/project/docs' })
 */
export function listDirectoryFailed(failure: Failure): string {
  const common = commonFailure(failure);
  if (common !== null) return common;
  switch (failure.code) {
    case 'NOT_FOUND':
      return `Error listing directory: ENOENT: no such file or directory, stat '${failure.path}'`;
    case 'NOT_DIRECTORY':
      return failure.kind === 'file'
        ? `Error: Path is not a directory: ${failure.path}`
        : `Error listing directory: ENOTDIR: not a directory, stat '${failure.path}'`;
    case 'UNSUPPORTED_FILE':
      return `Error: Path is not a directory: ${failure.path}`;
    default:
      return otherFailure(failure);
  }
}
