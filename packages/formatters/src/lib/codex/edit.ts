import type { Failure, FailureOf, ProblemOf } from '@dragoman/fs-core/internal/kernel';
import type { PatchedFile, PatchOutcome } from '@dragoman/outcomes/internal/parts';
import type { PatchFacts } from '../facts.ts';
import { type FormattedResult, text } from '../formatter.ts';
import { nameNote } from '../shared/name-marks.ts';
import { printableName } from '../shared/printable.ts';
import { encodingNotes } from '../shared/write-notes.ts';
import { NOT_FOUND, otherFailure } from './failure.ts';

const UPDATED = 'Success. Updated the following files:\n';
const WOULD_UPDATE = '[Dry Run] Would update the following files:\n';

/** The text for a patch that was applied. */
export function patchReport({ files, dryRun, elapsedMs }: PatchOutcome): string {
  const lines = { A: '', M: '', D: '' };
  let notes = '';
  for (const file of files) {
    const letter = LETTERS[file.change];
    lines[letter] += `${letter} ${printableName(file.path)}\n`;
    for (const note of notesOf(file)) notes += `${note}\n`;
  }
  const list = lines.A + lines.M + lines.D + notes;
  return dryRun ? `${WOULD_UPDATE}${list}` : `${head(0, elapsedMs)}${UPDATED}${list}`;
}

function notesOf({ path, from = path, realPath, replaced }: PatchedFile): string[] {
  const note = nameNote({ path: from, realPath });
  return note === null ? encodingNotes(replaced) : [note, ...encodingNotes(replaced)];
}

/**
 * Confirmation of `apply_patch`: the added, the changed and the deleted files, in this order.
 * @example patchApplied(outcome)
 */
export function patchApplied(outcome: PatchOutcome): FormattedResult<PatchFacts> {
  return { content: [text(patchReport(outcome))], outcome: patchFacts(outcome) };
}

export function patchFacts({ kind, files, dryRun }: PatchOutcome): PatchFacts {
  return { kind, files, ...(dryRun && { dryRun: true as const }) };
}

const LETTERS = { add: 'A', update: 'M', move: 'M', delete: 'D' } as const satisfies Record<
  PatchedFile['change'],
  string
>;

function head(exitCode: number, elapsedMs: number): string {
  const seconds = (elapsedMs / 1000).toFixed(1).replace(/\.0$/, '');
  return `Exit code: ${exitCode}\nWall time: ${seconds} seconds\nOutput:\n`;
}

/** Explains a failure of `apply_patch`. @example patchFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function patchFailed(failure: Failure): string {
  if (failure.code === 'ACCESS_DENIED')
    return 'patch rejected: writing outside of the project; rejected by user approval settings';
  if ('during' in failure && failure.during?.change === 'write')
    return `${head(1, failure.during.elapsedMs)}Failed to write file ${failure.path}\n`;
  switch (failure.code) {
    case 'INVALID_ARGUMENT':
      if (failure.problem === 'patch') return unreadable(failure);
      return failure.problem === 'twice'
        ? verification(`invalid patch: multiple operations target ${failure.path}`)
        : otherFailure(failure);
    case 'NOT_FOUND':
    case 'IS_DIRECTORY':
      return failure.during === undefined ? otherFailure(failure) : notThere(failure);
    case 'NO_MATCH':
      return missing(failure);
    default:
      return otherFailure(failure);
  }
}

function verification(reason: string): string {
  return `apply_patch verification failed: ${reason}`;
}

function notThere({ code, path, during }: FailureOf<'NOT_FOUND' | 'IS_DIRECTORY'>): string {
  const reading = during?.change === 'delete' ? 'Failed to read' : 'Failed to read file to update';
  return verification(`${reading} ${path}: ${code === 'NOT_FOUND' ? NOT_FOUND : `path \`${path}\` is not a file`}`);
}

function missing(failure: FailureOf<'NO_MATCH'>): string {
  const { path, missing: what } = failure;
  if (what === undefined) return otherFailure(failure);
  const lines = what.lines.join('\n');
  return verification(
    what.sought === 'context'
      ? `Failed to find context '${lines}' in ${path}`
      : `Failed to find expected lines in ${path}:\n${lines}`,
  );
}

type Unreadable = ProblemOf<'INVALID_ARGUMENT', 'patch'>;

function unreadable({ fault, line: number, text: content = '' }: Unreadable): string {
  if (fault === 'empty') return 'patch rejected: empty patch';
  if (fault === 'environment') return 'apply_patch environment selection is unavailable for this turn';
  const reason = REASONS[fault](content);
  return verification(number === undefined ? `invalid patch: ${reason}` : `invalid hunk at line ${number}, ${reason}`);
}

const REASONS: Readonly<Record<Exclude<Unreadable['fault'], 'empty' | 'environment'>, (text: string) => string>> = {
  'first-line': () => "The first line of the patch must be '*** Begin Patch'",
  'last-line': () => "The last line of the patch must be '*** End Patch'",
  header: (line) =>
    `'${line}' is not a valid hunk header. Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'`,
  'unexpected-line': (line) =>
    `Unexpected line found in update hunk: '${line}'. Every line should start with ' ' (context line), '+' (added line), or '-' (removed line)`,
  'no-marker': (line) => `Expected update hunk to start with a @@ context marker, got: '${line}'`,
  'no-lines': () => 'Update hunk does not contain any lines',
  'empty-update': (path) => `Update file hunk for path '${path}' is empty`,
};
