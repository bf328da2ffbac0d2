import { hash } from 'node:crypto';
import { type Entry, type EntryChange, type KeptNode, type OperationEntry, pathsOf } from './entry.ts';

/**
 * A line of the list of operations: a digest, the kind, the id, by how many bytes contents grew, the paths, and the whole
 * as JSON, with tabs between them. What thousands of lines are counted by stands before the JSON.
 */
export interface EntryLine {
  readonly kind: string;
  readonly id: string;
  readonly grownBy: number;
  /** As JSON: the paths of an operation; of a mark, the ids that it is about. */
  readonly about: string;
  /** The line, without its newline. */
  readonly text: string;
}

/** The line of an entry, with its newline. */
export function lineOf(entry: Entry): string {
  const about = entry.kind === 'operation' ? pathsOf(entry) : entry.ids;
  const { kind, id, grownBy } = entry;
  const rest = [kind, id, grownBy, JSON.stringify(about), JSON.stringify(entry)].join('\t');
  return `${digestOf(rest)}\t${rest}\n`;
}

/** The lines of a text that are whole; what damage has left of others is passed over. */
export function linesIn(text: string): EntryLine[] {
  const lines: EntryLine[] = [];
  for (let at = 0; ; ) {
    const end = text.indexOf('\n', at);
    // What follows the last newline was cut off.
    if (end < 0) return lines;
    const line = lineIn(text, at, end);
    if (line !== null) lines.push(line);
    at = end + 1;
  }
}

/** By the places of its tabs, which are known but for two: there may be thousands of lines. */
function lineIn(text: string, at: number, end: number): EntryLine | null {
  const kindAt = at + DIGEST_LENGTH + 1;
  const kind = KINDS.find((each) => text.startsWith(each, kindAt));
  if (kind === undefined) return null;
  const idAt = kindAt + kind.length + 1;
  const sizeAt = idAt + ID_LENGTH + 1;
  const aboutAt = text.indexOf('\t', sizeAt) + 1;
  const aboutEnd = text.indexOf('\t', aboutAt);
  if (aboutAt === 0 || aboutEnd < 0 || aboutEnd > end) return null;
  if ([kindAt, idAt, sizeAt].some((each) => text[each - 1] !== '\t')) return null;
  const grownBy = Number(text.slice(sizeAt, aboutAt - 1));
  if (!Number.isSafeInteger(grownBy)) return null;
  const id = text.slice(idAt, idAt + ID_LENGTH);
  return { kind, id, grownBy, about: text.slice(aboutAt, aboutEnd), text: text.slice(at, end) };
}

const KINDS = ['operation', 'undo', 'redo', 'base'];
const MARKS: ReadonlySet<unknown> = new Set(['undo', 'redo', 'base']);
const ID = /^[0-9a-f]{8}$/;
const ID_LENGTH = 8;

/** The ids or paths that a line tells; empty if it is damaged. */
export function aboutOf({ about }: Pick<EntryLine, 'about'>): readonly string[] {
  const told = parsed(about);
  return Array.isArray(told) && told.every((each) => typeof each === 'string') ? told : [];
}

/** What a line tells; null if it is not as it was written. */
export function entryOf({ text }: Pick<EntryLine, 'text'>): Entry | null {
  const rest = text.slice(DIGEST_LENGTH + 1);
  if (digestOf(rest) !== text.slice(0, DIGEST_LENGTH)) return null;
  const entry = parsed(rest.slice(rest.lastIndexOf('\t') + 1));
  return isEntry(entry) ? entry : null;
}

/** When an operation was done, in milliseconds since the epoch, without a look at the rest; NaN if the line is damaged. */
export function timeIn({ text }: Pick<EntryLine, 'text'>): number {
  const at = text.indexOf(TIME, text.lastIndexOf('\t'));
  return at < 0 ? Number.NaN : Date.parse(text.slice(at + TIME.length, text.indexOf('"', at + TIME.length)));
}

const TIME = '"time":"';
const DIGEST_LENGTH = 16;

function digestOf(text: string): string {
  return hash('sha256', text).slice(0, DIGEST_LENGTH);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Whether a value is an entry: a record may have been written by anybody. */
export function isEntry(value: unknown): value is Entry {
  if (!isFields(value) || typeof value.id !== 'string' || !ID.test(value.id) || typeof value.time !== 'string') {
    return false;
  }
  if (typeof value.grownBy !== 'number') return false;
  if (value.kind === 'operation') return isOperation(value);
  return MARKS.has(value.kind) && isListOf(value.ids, isText);
}

function isOperation(value: Fields<OperationEntry>): boolean {
  return [value.session, value.dialect, value.tool, value.client].every(isText) && isListOf(value.changes, isChange);
}

function isChange(value: unknown): value is EntryChange {
  if (!isFields<EntryChange>(value) || !isText(value.path)) return false;
  const { change, from, before, after, replaced, made } = value;
  const isKnown = change === 'add' || change === 'update' || change === 'delete' || change === 'move';
  return (
    isKnown &&
    (change === 'move') === isText(from) &&
    (before === null || isNode(before)) &&
    (after === null || isNode(after)) &&
    (replaced === undefined || isNode(replaced)) &&
    (made === undefined || isListOf(made, isText))
  );
}

function isNode(value: unknown): value is KeptNode {
  if (!isFields<Record<string, unknown>>(value)) return false;
  switch (value.kind) {
    case 'file':
      return isVersion(value.version) && typeof value.mode === 'number' && typeof value.isKept === 'boolean';
    case 'link':
      return isText(value.target);
    case 'directory':
      return typeof value.mode === 'number' && (value.entries === undefined || isHolding(value.entries));
    default:
      return value.kind === 'other';
  }
}

function isHolding(value: unknown): boolean {
  // A name that leads elsewhere would put what was kept outside of its directory.
  return isFields(value) && Object.entries(value).every(([name, node]) => NAME.test(name) && isNode(node));
}

// On Windows a backslash separates names, too, and a colon follows a drive.
const NAME = process.platform === 'win32' ? /^(?!\.{1,2}$)[^/\\:\0]+$/ : /^(?!\.{1,2}$)[^/\0]+$/;

function isVersion(value: unknown): boolean {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

type Fields<Of> = { readonly [Name in keyof Of]?: unknown };

function isFields<Of = Record<string, unknown>>(
  value: unknown,
): value is Fields<Of> & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf<T>(value: unknown, accepts: (each: unknown) => each is T): boolean {
  return Array.isArray(value) && value.every(accepts);
}
