import type { WriteFileOutcome } from '@dragoman/tools';
import { text } from '../content.ts';
import type { WriteFileFacts } from '../facts.ts';
import type { Rendered } from '../rendered.ts';
import { writeFacts } from '../shared/write-notes.ts';

/** What `Write` of dialect `claude-code` confirms. */
export function wrote(outcome: WriteFileOutcome): Rendered<WriteFileFacts, undefined> {
  const { path, bytesWritten, dryRun } = outcome;
  const done = dryRun ? '[Dry Run] Would write' : 'Successfully wrote';
  return { content: [text(`${done} ${bytesWritten} bytes to ${path}`)], outcome: writeFacts(outcome) };
}
