import { type Encoding, isUnit, unitSize } from '../encoding/text-format.ts';

/** The byte at which the next newline's code unit begins, at or after `from`; -1 if there is none. */
export function findNewline(bytes: Buffer, from: number, encoding: Encoding): number {
  const low = lowByte(encoding);
  let at = bytes.indexOf(0x0a, from + low);
  while (at !== -1 && !isUnit(bytes, at - low, { encoding, code: 0x0a })) at = bytes.indexOf(0x0a, at + 1);
  return at === -1 ? -1 : at - low;
}

/** Newlines in bytes that begin at a code unit. */
export function countNewlines(bytes: Buffer, encoding: Encoding): number {
  let count = 0;
  for (let at = findNewline(bytes, 0, encoding); at !== -1; at = findNewline(bytes, at + 1, encoding)) count++;
  return count;
}

/** The byte after the newline of line number `count`, or after the last newline there is; 0 if there is none. */
export function endOfLines(bytes: Buffer, count: number, encoding: Encoding): number {
  if (count >= bytes.length) return endOfLastLine(bytes, encoding);
  const unit = unitSize(encoding);
  let end = 0;
  for (let left = count; left > 0; left--) {
    const newline = findNewline(bytes, end, encoding);
    if (newline === -1) break;
    end = newline + unit;
  }
  return end;
}

function endOfLastLine(bytes: Buffer, encoding: Encoding): number {
  const low = lowByte(encoding);
  let at = bytes.lastIndexOf(0x0a);
  while (at !== -1 && !isUnit(bytes, at - low, { encoding, code: 0x0a })) {
    at = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1);
  }
  return at === -1 ? 0 : at - low + unitSize(encoding);
}

function lowByte(encoding: Encoding): number {
  return encoding === 'utf-16be' ? 1 : 0;
}
