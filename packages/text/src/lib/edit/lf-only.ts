import type { Pace } from '@dragoman/fs-core/internal/kernel';

/** Characters that are looked through between two pauses. */
const WINDOW = 64 * 1024;

/** The text with LF for every CRLF. */
export async function lfOnly(text: string, pace: Pace): Promise<string> {
  if (!text.includes('\r\n')) return text;
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let end = from + WINDOW;
    // A CR at the end may belong to the newline after it.
    while (text[end - 1] === '\r') end += 1;
    // Several times as fast as replacing.
    parts.push(text.slice(from, end).split('\r\n').join('\n'));
    from = end;
    await pace();
  }
  return parts.join('');
}
