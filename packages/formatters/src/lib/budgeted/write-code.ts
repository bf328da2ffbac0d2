import type { ChunkOutcome, LinesOutcome } from '@dragoman/tools';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { writeFacts } from '../shared/write-notes.ts';
import { type MetadataLevel, structured } from './structured.ts';

export interface WrittenStyle {
  readonly level: MetadataLevel;
  /** The call itself asked for a dry run, so the result need not say that nothing was written. */
  readonly dryRunAsked: boolean;
}

/** What `write_code` confirms. */
export function wroteLines(
  outcome: LinesOutcome | ChunkOutcome,
  { maxBytes }: RenderLimits,
  { level, dryRunAsked }: WrittenStyle,
): Rendered {
  if (outcome.kind === 'chunk') return received(outcome);
  const { path: file_path, version, affectedLines: affected_lines, before, after, ...facts } = outcome;
  const said = writeFacts({ ...facts, path: file_path, version });
  if (level === 'minimal') return structured({ file_path, version, affected_lines }, said);
  const diff = unifiedDiff(before, after, { path: file_path });
  return structured(
    {
      file_path,
      previous_version: outcome.previousVersion,
      version,
      affected_lines,
      total_lines: outcome.totalLines,
      bytes_written: outcome.bytesWritten,
      diff: boundedDiff(diff, maxBytes),
      ...(outcome.brokeHardLink && { broke_hard_link: true }),
      ...(outcome.notKept.length > 0 && { not_kept: outcome.notKept }),
      ...(!outcome.synced && { synced: false }),
      ...(outcome.dryRun && !dryRunAsked && { dry_run: true }),
    },
    said,
  );
}

function received({ kind, path, id, index, bytesReceived }: ChunkOutcome): Rendered {
  const chunk = { id, index, bytes_received: bytesReceived };
  return structured({ file_path: path, chunk }, { kind, path, id, index, bytesReceived });
}

const MAX_DIFF_BYTES = 64 * 1024;

function boundedDiff(diff: string, maxBytes: number): string {
  return boundedText(diff, Math.min(MAX_DIFF_BYTES, Math.floor(maxBytes / 4)), '(the diff is too long to show)');
}
