import type { ChunkOutcome, LinesOutcome } from '@dragoman/outcomes';
import type { ChunkFacts, LinesFacts } from '../facts.ts';
import type { FormattedResult, Reader } from '../formatter.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { besides, type TextLimit } from '../shared/text-limit.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { writeFacts } from '../shared/write-notes.ts';
import type { WriteCodeAnswer } from './answers.ts';
import { type MetadataLevel, structured } from './structured.ts';

export interface WrittenStyle {
  readonly level: MetadataLevel;
  /** The call itself asked for a dry run, so the result need not say that nothing was written. */
  readonly dryRunAsked: boolean;
}

/**
 * Confirmation of `write_code`.
 * @example wroteLines(outcome, { limit: { bytes: 20_000 } }, { level: 'minimal', dryRunAsked: false })
 */
export function wroteLines(
  outcome: LinesOutcome | ChunkOutcome,
  { limit }: Reader,
  { level, dryRunAsked }: WrittenStyle,
): FormattedResult<LinesFacts | ChunkFacts, WriteCodeAnswer> {
  if (outcome.kind === 'chunk') return received(outcome);
  const { path: file_path, version, affectedLines: affected_lines, differingLines, ...facts } = outcome;
  const said = writeFacts({ ...facts, path: file_path, version });
  if (level === 'minimal') return structured({ file_path, version, affected_lines }, said);
  const diff = unifiedDiff({ path: file_path, differingLines });
  const answer = {
    file_path,
    previous_version: outcome.previousVersion,
    version,
    affected_lines,
    total_lines: outcome.totalLines,
    bytes_written: outcome.bytesWritten,
    diff: '',
    ...(outcome.brokeHardLink && { broke_hard_link: true }),
    ...(outcome.notKept.length > 0 && { not_kept: outcome.notKept }),
    ...(!outcome.synced && { synced: false }),
    ...(outcome.dryRun && !dryRunAsked && { dry_run: true }),
  };
  const room = besides(limit, JSON.stringify(answer));
  return structured({ ...answer, diff: boundedDiff(diff, room) }, said);
}

function received({
  kind,
  path,
  id,
  index,
  bytesReceived,
}: ChunkOutcome): FormattedResult<ChunkFacts, WriteCodeAnswer> {
  const chunk = { id, index, bytes_received: bytesReceived };
  return structured({ file_path: path, chunk }, { kind, path, id, index, bytesReceived });
}

const MAX_DIFF_BYTES = 64 * 1024;

/** @param room what the answer, which is JSON, leaves for the diff */
function boundedDiff(diff: string, { bytes = MAX_DIFF_BYTES, characters = MAX_DIFF_BYTES }: TextLimit): string {
  const jsonBytes = Math.min(MAX_DIFF_BYTES, bytes, characters);
  return boundedText(diff, { jsonBytes }, '(the diff is too long to show)');
}
