import { type Entry, pathsOf } from './entry.ts';
import { isEntry } from './is-entry.ts';

/**
 * A line of the list of operations: a checksum, the length, a number that stands for the paths, the kind, the id, by how
 * many bytes contents grew, the paths, and the whole as JSON, with tabs between them. What thousands of lines are counted by
 * stands at its beginning.
 */
export interface EntryLine {
  readonly kind: Entry['kind'];
  readonly id: string;
  /** 0 if that is damaged. */
  readonly grownBy: number;
  /** Encoded as JSON, each character a byte: the paths of an operation; of a mark, the ids that it is about. */
  readonly about: string;
  /** The line without its newline, each character a byte. */
  readonly bytes: string;
}

/** The line of an entry, with its newline. */
export function lineOf(entry: Entry): string {
  const about = JSON.stringify(entry.kind === 'operation' ? pathsOf(entry) : entry.ids);
  const { kind, id, grownBy } = entry;
  const facts = [
    digitsOf(numberOf(bytesOf(about)), NUMBER_DIGITS),
    kind,
    id,
    grownBy,
    about,
    JSON.stringify(entry),
  ].join('\t');
  const length = CHECKSUM_LENGTH + 1 + LENGTH_DIGITS + 1 + Buffer.byteLength(facts) + 1;
  const rest = `${digitsOf(length, LENGTH_DIGITS)}\t${facts}`;
  return `${checksumOf(bytesOf(rest))}\t${rest}\n`;
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** A hash of 48 bits: among thousands of operations no two should collide. @param bytes as `EntryLine.about` */
function numberOf(bytes: string): number {
  return (sumOf(bytes) & 0xffffff) * HALF + (sumOf(bytes, 0) & 0xffffff);
}

const HALF = 64 ** 4;

/** Writes six bits a digit, in characters that follow each other: short, and read back by a subtraction. */
function digitsOf(number: number, count: number): string {
  const digit = (at: number): number => ZERO + (Math.floor(number / 64 ** at) % 64);
  return String.fromCharCode(...Array.from({ length: count }, (_, at) => digit(count - 1 - at)));
}

/** The number that `digitsOf` wrote; an arbitrary one if its digits are damaged. */
function numberAt(list: Buffer, at: number, count: number): number {
  let number = 0;
  for (let place = at; place < at + count; place += 1) number = number * 64 + (list[place] ?? 0) - ZERO;
  return number;
}

/**
 * The lines of a list that are whole, the oldest first; what damage has left of others is passed over.
 * @param list each character is a byte: most of thousands of lines are counted, and never decoded
 */
export function linesIn(list: string): EntryLine[] {
  const lines: EntryLine[] = [];
  for (let at = 0; ; ) {
    const end = list.indexOf('\n', at);
    // What follows the last newline was cut off.
    if (end < 0) return lines;
    const line = lineIn(list, at, end);
    if (line !== null) lines.push(line);
    at = end + 1;
  }
}

/**
 * Counts operations of a list by what they are about, as `EntryLine.about` has it; damaged ones may count, too.
 * @param list its bytes: they are neither decoded nor searched for newlines, but where it is damaged
 * @param verdicts what is known already, by the numbers that stand for the paths
 */
export function countIn(list: Buffer, isCounted: (about: string) => boolean, verdicts: Map<number, boolean>): number {
  let count = 0;
  for (let at = 0, end = 0; at < list.length; at = end) {
    end = at + numberAt(list, at + LENGTH_AT, LENGTH_DIGITS);
    const isWhole = end > at && list[end - 1] === NEWLINE;
    if (!isWhole) end = list.indexOf(NEWLINE, at) + 1 || list.length;
    if (!isWhole || list[at + KIND_AT] !== O) continue;
    const number = numberAt(list, at + NUMBER_AT, 4) * HALF + numberAt(list, at + NUMBER_AT + 4, 4);
    const verdict = verdicts.get(number) ?? verdictOn(list.toString('latin1', at, end));
    if (verdict) count += 1;
  }
  return count;

  function verdictOn(line: string): boolean {
    const [{ about } = NOTHING] = linesIn(line);
    const verdict = isCounted(about);
    verdicts.set(numberOf(about), verdict);
    return verdict;
  }
}

const NOTHING = { about: '' };

const [TAB, NEWLINE, ZERO, O] = [0x09, 0x0a, 0x30, 0x6f];
const CHECKSUM_LENGTH = 8;
const LENGTH_AT = CHECKSUM_LENGTH + 1;
const LENGTH_DIGITS = 5;
const NUMBER_AT = LENGTH_AT + LENGTH_DIGITS + 1;
const NUMBER_DIGITS = 8;
const KIND_AT = NUMBER_AT + NUMBER_DIGITS + 1;
const ID_LENGTH = 8;

/** Finds the line by the places of its tabs, which are known but for two. */
function lineIn(list: string, at: number, end: number): EntryLine | null {
  const kind = kindAt(list, at + KIND_AT);
  if (kind === null || list.charCodeAt(at + KIND_AT - 1) !== TAB) return null;
  const idAt = at + KIND_AT + kind.length + 1;
  const aboutAt = list.indexOf('\t', idAt + ID_LENGTH + 1) + 1;
  const aboutEnd = list.indexOf('\t', aboutAt);
  const isCutOff = aboutAt === 0 || aboutEnd < 0 || aboutEnd > end;
  if (isCutOff || list.charCodeAt(idAt - 1) !== TAB || list.charCodeAt(idAt + ID_LENGTH) !== TAB) return null;
  return placedLine(list, kind, { at, idAt, aboutAt, aboutEnd, end });
}

function kindAt(list: string, at: number): Entry['kind'] | null {
  if (list.startsWith('operation', at)) return 'operation';
  if (list.startsWith('undo', at)) return 'undo';
  if (list.startsWith('redo', at)) return 'redo';
  return list.startsWith('base', at) ? 'base' : null;
}

/** Offsets of the parts of a line in the whole list. */
interface Places {
  readonly at: number;
  readonly idAt: number;
  readonly aboutAt: number;
  readonly aboutEnd: number;
  readonly end: number;
}

/** A line in a list, as parts of one string. */
function placedLine(list: string, kind: Entry['kind'], { at, idAt, aboutAt, aboutEnd, end }: Places): EntryLine {
  const grownBy = Number(list.slice(idAt + ID_LENGTH + 1, aboutAt - 1));
  return {
    kind,
    id: list.slice(idAt, idAt + ID_LENGTH),
    grownBy: Number.isSafeInteger(grownBy) ? grownBy : 0,
    about: list.slice(aboutAt, aboutEnd),
    bytes: list.slice(at, end),
  };
}

function decoded(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** The ids or paths that a line tells; empty if it is damaged. */
export function aboutOf({ about }: Pick<EntryLine, 'about'>): readonly string[] {
  const told = parsed(decoded(about));
  return Array.isArray(told) && told.every((each) => typeof each === 'string') ? told : [];
}

/** The entry of a line; null if the line is not as it was written. */
export function entryOf({ bytes }: Pick<EntryLine, 'bytes'>): Entry | null {
  const rest = bytes.slice(CHECKSUM_LENGTH + 1);
  if (checksumOf(rest) !== bytes.slice(0, CHECKSUM_LENGTH)) return null;
  const entry = parsed(decoded(rest.slice(rest.lastIndexOf('\t') + 1)));
  return isEntry(entry) ? entry : null;
}

/** Time of an operation, in milliseconds since the epoch, without a look at the rest; NaN if the line is damaged. */
export function timeIn({ bytes }: Pick<EntryLine, 'bytes'>): number {
  const at = bytes.indexOf(TIME, bytes.lastIndexOf('\t'));
  return at < 0 ? Number.NaN : Date.parse(bytes.slice(at + TIME.length, bytes.indexOf('"', at + TIME.length)));
}

const TIME = '"time":"';

function checksumOf(bytes: string): string {
  return sumOf(bytes).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

/** FNV-1a, which shows what a disk has damaged: to load cryptography takes longer than to list operations. */
function sumOf(bytes: string, start = 0x811c9dc5): number {
  let sum = start;
  for (let at = 0; at < bytes.length; at += 1) sum = Math.imul(sum ^ bytes.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
