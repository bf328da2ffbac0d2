import type { ChunkOutcome, LinesOutcome } from '@dragoman/tools';
import type { Rendered, RenderLimits } from '../rendered.ts';
import { boundedText } from '../shared/bounded-text.ts';
import { unifiedDiff } from '../shared/unified-diff.ts';
import { type MetadataLevel, structured } from './structured.ts';

export interface WrittenStyle {
  readonly level: MetadataLevel;
  /** The caller knows that nothing is written, for it asked for that. */
  readonly dryRunAsked: boolean;
}

/** What `write_code` confirms. */
export function wroteLines(
  outcome: LinesOutcome | ChunkOutcome,
  { maxBytes }: RenderLimits,
  { level, dryRunAsked }: WrittenStyle,
): Rendered {
  if (outcome.kind === 'chunk') return received(outcome);
  const { path: file_path, version, affectedLines: affected_lines, before, after } = outcome;
  if (level === 'minimal') return structured({ file_path, version, affected_lines });
  return structured({
    file_path,
    previous_version: outcome.previousVersion,
    version,
    affected_lines,
    total_lines: outcome.totalLines,
    bytes_written: outcome.bytesWritten,
    diff: boundedDiff(unifiedDiff(before, after, { path: file_path }), maxBytes),
    ...(outcome.brokeHardLink && { broke_hard_link: true }),
    ...(outcome.notKept.length > 0 && { not_kept: outcome.notKept }),
    ...(outcome.dryRun && !dryRunAsked && { dry_run: true }),
  });
}

function received({ path, id, index, bytesReceived }: ChunkOutcome): Rendered {
  return structured({ file_path: path, chunk: { id, index, bytes_received: bytesReceived } });
}

const MAX_DIFF_BYTES = 64 * 1024;

function boundedDiff(diff: string, maxBytes: number): string {
  return boundedText(diff, Math.min(MAX_DIFF_BYTES, Math.floor(maxBytes / 4)), '(the diff is too long to show)');
}
