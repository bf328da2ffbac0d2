import type { NotKept, NotTaken, StreamText } from '@dragoman/tools';
import { failureSentence } from './failure-sentence.ts';

const REASONS: Readonly<Record<NotTaken['reason'], string>> = {
  denied: 'no tool may change it',
  changed: 'it was changed meanwhile',
  kind: 'only files and directories are kept',
  mode: 'its mode alone is not kept',
  name: 'its name is not UTF-8',
};

/** A line for each change of a command that is not kept; empty if all are kept. */
export function notKeptLines(notKept: NotKept | undefined): string {
  if (notKept === undefined) return '';
  const notes =
    'failure' in notKept
      ? [failureSentence(notKept.failure, { search: null })]
      : [
          ...notKept.paths.map(({ path, reason }) => `${path}: ${REASONS[reason]}`),
          ...(notKept.more > 0 ? [`and ${notKept.more} more`] : []),
        ];
  return notes.map((note) => `Not kept: ${note}\n`).join('');
}

/** A command's output, followed by the changes that are not kept. */
export function withNotKept(stream: StreamText, notKept: NotKept | undefined): StreamText {
  if (notKept === undefined) return stream;
  const lines = notKeptLines(notKept);
  const text = withLines(stream.text, lines);
  return { text, totalCharacters: stream.totalCharacters + [...text.slice(stream.text.length)].length };
}

/** Text that may lack its last newline, and lines below it. */
export function withLines(text: string, lines: string): string {
  return lines === '' || text === '' || text.endsWith('\n') ? text + lines : `${text}\n${lines}`;
}
