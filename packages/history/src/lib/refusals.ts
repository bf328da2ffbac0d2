import type { KeptNode } from '@dragoman/fs-core/internal/kernel';
import { digestIn, IN_THE_WAY } from '@dragoman/fs-core/internal/recorder';
import type { RefusedFile } from '@dragoman/outcomes/internal/parts';
import { type Contents, openContents } from './contents.ts';
import type { OperationEntry } from './entry.ts';
import type { JournalContext } from './journal-context.ts';
import { isSameContent } from './name-changes.ts';
import type { ListedOperation } from './operation-list.ts';
import type { FoundName } from './restoring-changes.ts';

/** A name that cannot become what it is to become. */
export interface Objection extends FoundName {
  readonly problem: RefusedFile['problem'];
}

export function objectionsTo({ place }: JournalContext, names: readonly FoundName[]): Objection[] {
  const contents = openContents(place.contents);
  return names.flatMap((name) => {
    const problem = problemWith(name, contents);
    return problem === null ? [] : [{ ...name, problem }];
  });
}

function problemWith(
  { expects, becomes, found, isRenamed }: FoundName,
  contents: Contents,
): RefusedFile['problem'] | null {
  if (found === IN_THE_WAY) return 'changed';
  if (expects === null && found !== null) return 'exists';
  if (expects !== null && found === null) return 'missing';
  if (!isSameContent(expects, found)) return 'changed';
  return becomes === null || isRenamed || isKept(becomes, contents) ? null : 'not-kept';
}

function isKept(node: KeptNode, contents: Contents): boolean {
  if (node.kind === 'directory') return Object.values(node.entries ?? {}).every((each) => isKept(each, contents));
  return node.kind === 'file' ? contents.read(digestIn(node.version)) !== null : node.kind === 'link';
}

/** @param all the newest first, as far as the asker may see them: no other operation is named */
export function refusedFiles(
  id: string,
  objections: readonly Objection[],
  all: Iterable<ListedOperation>,
): RefusedFile[] {
  const files = objections.map(({ path, problem, expects, found: there }) => {
    const found = there === IN_THE_WAY ? null : there;
    const isDirectory = (found ?? expects)?.kind === 'directory';
    return {
      path,
      isDirectory,
      problem,
      changedBy: problem === 'not-kept' ? null : changedBy(id, { path, found }, all),
    };
  });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function changedBy(
  id: string,
  { path, found }: Pick<FoundName, 'path' | 'found'>,
  all: Iterable<ListedOperation>,
): string | null {
  for (const operation of all) {
    if (operation.id === id) return null;
    if (operation.state === 'undone') continue;
    const entry = operation.entry();
    if (entry === null) continue;
    const left = leftAt(entry, path);
    if (left !== undefined && isSameContent(left, found)) return operation.id;
  }
  return null;
}

/** Entry that an operation left at a path; undefined if it did not change that. */
function leftAt({ changes }: OperationEntry, path: string) {
  const change = changes.find((each) => each.path === path);
  if (change !== undefined) return change.after;
  return changes.some(({ from }) => from === path) ? null : undefined;
}
