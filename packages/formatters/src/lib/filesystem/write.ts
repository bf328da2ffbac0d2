import type { Failure } from '@dragoman/fs-core';
import type { CreateDirectoryOutcome, MoveEntryOutcome, WriteFileOutcome } from '@dragoman/outcomes';
import type { MadeFacts, MovedFacts, WriteFileFacts } from '../facts.ts';
import type { Reader, Rendered } from '../formatter.ts';
import { writeFacts } from '../shared/write-notes.ts';
import { answer } from './answer.ts';
import type { TextAnswer } from './answers.ts';
import { nodeSentence } from './failure.ts';

interface OfPath {
  readonly path: string;
}

/** What `write_file` confirms. */
export function wroteFile(
  outcome: WriteFileOutcome,
  { limit }: Reader,
  { path }: OfPath,
): Rendered<WriteFileFacts, TextAnswer> {
  const done = outcome.dryRun ? '[Dry Run] Would write to' : 'Successfully wrote to';
  return answer(`${done} ${path}`, writeFacts(outcome), limit);
}

/** What `create_directory` confirms. */
export function madeDirectory(
  { dryRun, ...facts }: CreateDirectoryOutcome,
  { limit }: Reader,
  { path }: OfPath,
): Rendered<MadeFacts, TextAnswer> {
  const done = dryRun ? '[Dry Run] Would create directory' : 'Successfully created directory';
  return answer(`${done} ${path}`, { ...facts, ...(dryRun && { dryRun }) }, limit);
}

/** What `move_file` confirms. */
export function movedFile(
  { dryRun, ...facts }: MoveEntryOutcome,
  { limit }: Reader,
  { source, destination }: { readonly source: string; readonly destination: string },
): Rendered<MovedFacts, TextAnswer> {
  const done = dryRun ? '[Dry Run] Would move' : 'Successfully moved';
  return answer(`${done} ${source} to ${destination}`, { ...facts, ...(dryRun && { dryRun }) }, limit);
}

/** How `write_file` explains a failure. */
export function writeFailed(failure: Failure): string {
  return nodeSentence(failure, 'open');
}

/** How `create_directory` explains a failure. */
export function makeFailed(failure: Failure): string {
  return nodeSentence(failure, 'mkdir');
}

/** How `move_file` explains a failure. */
export function moveFailed(failure: Failure): string {
  return nodeSentence(failure, 'rename');
}
