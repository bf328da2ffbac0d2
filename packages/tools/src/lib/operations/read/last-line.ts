import type { OpenFile } from '@dragoman/fs-core';
import { type LineRange, type LinesRead, readLines, type TextFormat } from '@dragoman/text/internal/text';

/** The lines read, and after a newline at the end an empty one, as far as it is in the range. */
export async function withLastLine(
  { file, format }: { readonly file: OpenFile; readonly format: TextFormat },
  { startLine, endLine = Number.POSITIVE_INFINITY, maxBytes }: LineRange,
  read: LinesRead,
): Promise<LinesRead> {
  const { lines, more, totalLines } = read;
  if (totalLines === null || totalLines === 0) return read;
  const isLast = !more && lines.length > 0;
  const { lines: ends } = isLast
    ? read
    : await readLines(file, format, { startLine: totalLines, maxLineLength: 1, ...(maxBytes && { maxBytes }) });
  if (ends.at(-1)?.ending === '') return read;
  const last = totalLines + 1;
  const whole = { ...read, totalLines: last };
  if (more || last < startLine) return whole;
  return last > endLine
    ? { ...whole, more: true }
    : { ...whole, lines: [...lines, { text: '', ending: '', fullLength: null }] };
}
