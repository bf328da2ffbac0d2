import type { Failure } from '@dragoman/fs-core';
import type { CreateDirectoryOutcome, MoveEntryOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { MadeFacts, MovedFacts, WriteFileFacts } from '../facts.ts';
import type { FormattedResult, Reader } from '../formatter.ts';
import { printableName } from '../shared/printable.ts';
import { withEncodingNote, writeFileFacts } from '../shared/write-notes.ts';
import { answer } from './answer.ts';
import type { TextAnswer } from './answers.ts';
import { nodeSentence } from './failure.ts';

interface OfPath {
  readonly path: string;
}

/** Confirmation of `write_file`. @example wroteFile(outcome, { limit: { bytes: 20_000 } }, { path: 'a.md' }) */
export function wroteFile(
  outcome: WriteFileOutcome,
  { limit }: Reader,
  { path }: OfPath,
): FormattedResult<WriteFileFacts, TextAnswer> {
  const done = outcome.dryRun ? '[Dry Run] Would write to' : 'Successfully wrote to';
  return answer(withEncodingNote(`${done} ${printableName(path)}`, outcome), writeFileFacts(outcome), { limit });
}

/** Confirmation of `create_directory`. @example madeDirectory(outcome, { limit: { bytes: 20_000 } }, { path: 'docs' }) */
export function madeDirectory(
  { dryRun, ...facts }: CreateDirectoryOutcome,
  { limit }: Reader,
  { path }: OfPath,
): FormattedResult<MadeFacts, TextAnswer> {
  const done = dryRun ? '[Dry Run] Would create directory' : 'Successfully created directory';
  return answer(`${done} ${printableName(path)}`, { ...facts, ...(dryRun && { dryRun }) }, { limit });
}

/**
 * Confirmation of `move_file`.
 * @example movedFile(outcome, { limit: { bytes: 20_000 } }, { source: 'a.md', destination: 'b.md' })
 */
export function movedFile(
  { dryRun, ...facts }: MoveEntryOutcome,
  { limit }: Reader,
  { source, destination }: { readonly source: string; readonly destination: string },
): FormattedResult<MovedFacts, TextAnswer> {
  const done = dryRun ? '[Dry Run] Would move' : 'Successfully moved';
  return answer(
    `${done} ${printableName(source)} to ${printableName(destination)}`,
    { ...facts, ...(dryRun && { dryRun }) },
    { limit },
  );
}

/** Explains a failure of `write_file`. @example writeFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function writeFailed(failure: Failure): string {
  return nodeSentence(failure, 'open');
}

/** Explains a failure of `create_directory`. @example makeFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function makeFailed(failure: Failure): string {
  return nodeSentence(failure, 'mkdir');
}

/** Explains a failure of `move_file`. @example moveFailed({ code: 'NOT_FOUND', path: 'a.md' }) */
export function moveFailed(failure: Failure): string {
  return nodeSentence(failure, 'rename');
}
