import type { Failure } from '@dragoman/fs-core';
import type {
  DirectoryTreeOutcome,
  FileInfoOutcome,
  FindEntriesOutcome,
  ListBelowOutcome,
  ListSizesOutcome,
  SizedEntry,
  TreeNode,
} from '@dragoman/outcomes/internal/parts';
import type { EntriesFacts, ListFacts, RootsFacts, TreeFacts } from '../facts.ts';
import type { FormattedResult, Reader } from '../formatter.ts';
import { printableJson, printableName } from '../shared/printable.ts';
import { formatSize } from '../shared/size.ts';
import { answer } from './answer.ts';
import type { TextAnswer } from './answers.ts';
import { nodeSentence } from './failure.ts';

/**
 * Result of `list_directory`: an entry a line, by name.
 * @example listedDirectory(outcome, { limit: { bytes: 20_000 } })
 */
export function listedDirectory(outcome: ListBelowOutcome, { limit }: Reader): FormattedResult<ListFacts, TextAnswer> {
  const { path, realPath, entries, more } = outcome;
  const lines = entries
    .map(({ name, kind }) => `${kind === 'directory' ? DIRECTORY : FILE} ${printableName(name)}`)
    .join('\n');
  const facts = { kind: 'list', path, realPath, entries: entries.length, gitIgnored: 0 } as const;
  return answer(lines, facts, { limit, more, advice: SEARCH });
}

const SEARCH = 'Use search_files with a pattern to find the others.';
const DIRECTORY = '[DIR]';
const FILE = '[FILE]';

/**
 * Result of `list_directory_with_sizes`: columns, and their totals.
 * @example listedSizes(outcome, { limit: { bytes: 20_000 } }, { sortBy: 'size' })
 */
export function listedSizes(
  outcome: ListSizesOutcome,
  { limit }: Reader,
  { sortBy }: { readonly sortBy: 'name' | 'size' },
): FormattedResult<ListFacts, TextAnswer> {
  const { path, realPath, entries } = outcome;
  const named = entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
  const sorted = named.sort((one, other) =>
    sortBy === 'size' ? other.size - one.size : one.name.localeCompare(other.name),
  );
  const files = entries.filter(({ isDirectory }) => !isDirectory);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const lines = [
    ...sorted.map(sizedLine),
    '',
    `Total: ${files.length} files, ${entries.length - files.length} directories`,
    `Combined size: ${sizeIn(total)}`,
  ];
  const facts = { kind: 'list', path, realPath, entries: entries.length, gitIgnored: 0 } as const;
  return answer(lines.join('\n'), facts, { limit, advice: SEARCH });
}

function sizedLine({ name, isDirectory, size }: SizedEntry): string {
  const column = printableName(name).padEnd(30);
  return isDirectory ? `${DIRECTORY} ${column} ` : `${FILE} ${column} ${sizeIn(size).padStart(10)}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as they are, and larger units with two decimals. */
function sizeIn(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit]}`;
}

/** Result of `directory_tree`: JSON. @example directoryTree(outcome, { limit: { bytes: 20_000 } }) */
export function directoryTree(
  outcome: DirectoryTreeOutcome,
  { limit }: Reader,
): FormattedResult<TreeFacts, TextAnswer> {
  const { path, realPath, nodes, count } = outcome;
  return answer(treeText(nodes), { kind: 'tree', path, realPath, entries: count }, { limit });
}

/** A tree as it is shown. @example treeText([{ name: 'a.md', type: 'file' }]) */
export function treeText(nodes: readonly TreeNode[]): string {
  return printableJson(JSON.stringify(nodes, null, 2));
}

/** Result of `search_files`: an absolute path a line. @example foundEntries(outcome, { limit: { bytes: 20_000 } }) */
export function foundEntries(
  outcome: FindEntriesOutcome,
  { limit }: Reader,
): FormattedResult<EntriesFacts, TextAnswer> {
  const { path, paths, more } = outcome;
  const facts = { kind: 'entries', path, shown: paths.length, more } as const;
  if (paths.length === 0) return answer('No matches found', facts, { limit });
  const lines = paths.map(printableName).join('\n');
  return answer(lines, facts, { limit, more, advice: 'Narrow the search by path, pattern or excludePatterns.' });
}

/** Result of `get_file_info`: a fact a line. @example fileInfo(outcome, { limit: { bytes: 20_000 } }) */
export function fileInfo(outcome: FileInfoOutcome, { limit }: Reader): FormattedResult<FileInfoOutcome, TextAnswer> {
  const { size, createdMs, modifiedMs, accessedMs, isDirectory, mode } = outcome;
  const lines = [
    `size: ${size}`,
    `created: ${new Date(createdMs)}`,
    `modified: ${new Date(modifiedMs)}`,
    `accessed: ${new Date(accessedMs)}`,
    `isDirectory: ${isDirectory}`,
    `isFile: ${!isDirectory}`,
    `permissions: ${(mode & 0o777).toString(8).padStart(3, '0')}`,
  ];
  return answer(lines.join('\n'), outcome, { limit });
}

/** Result of `list_allowed_directories`. @example allowedDirectories(['/project'], { limit: { bytes: 20_000 } }) */
export function allowedDirectories(
  roots: readonly string[],
  { limit }: Reader,
): FormattedResult<RootsFacts, TextAnswer> {
  return answer(['Allowed directories:', ...roots.map(printableName)].join('\n'), { kind: 'roots', roots }, { limit });
}

/** Explains a failure of the tools that list. @example listFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function listFailed(failure: Failure): string {
  if (failure.code === 'CONTENT_TOO_LARGE')
    return `The tree of ${failure.path} is over the response size limit of ${formatSize(failure.limit)}. Leave parts of it out with excludePatterns, or ask for a subdirectory`;
  return nodeSentence(failure, 'scandir');
}

/** Explains a failure of `get_file_info`. @example infoFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function infoFailed(failure: Failure): string {
  return nodeSentence(failure, 'stat');
}
