import { hash } from 'node:crypto';
import { type Entry, pathsOf } from './entry.ts';
import { isEntry } from './is-entry.ts';

/**
 * A line of the list of operations: a digest, the kind, the id, by how many bytes contents grew, the paths, and the whole
 * as JSON, with tabs between them. What thousands of lines are counted by stands before the JSON.
 */
export interface EntryLine {
  readonly kind: Entry['kind'];
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

/** The lines of a text that are whole, the oldest first; what damage has left of others is passed over. */
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

const DIGEST_LENGTH = 16;
const ID_LENGTH = 8;
const KIND_AT = DIGEST_LENGTH + 1;
const KINDS = ['operation', 'undo', 'redo', 'base'] as const;

/** By the places of its tabs, which are known but for two: there may be thousands of lines. */
function lineIn(text: string, at: number, end: number): EntryLine | null {
  const kind = KINDS.find((each) => text.startsWith(each, at + KIND_AT));
  if (kind === undefined) return null;
  const idAt = at + KIND_AT + kind.length + 1;
  const sizeAt = idAt + ID_LENGTH + 1;
  const aboutAt = text.indexOf('\t', sizeAt) + 1;
  const aboutEnd = text.indexOf('\t', aboutAt);
  if (aboutAt === 0 || aboutEnd < 0 || aboutEnd > end) return null;
  if (text[at + DIGEST_LENGTH] !== '\t' || text[idAt - 1] !== '\t' || text[sizeAt - 1] !== '\t') return null;
  const line = new PlacedLine(text, kind, { at, idAt, aboutAt, aboutEnd, end });
  return Number.isSafeInteger(line.grownBy) ? line : null;
}

/** Where the parts of a line are in the whole text. */
interface Places {
  readonly at: number;
  readonly idAt: number;
  readonly aboutAt: number;
  readonly aboutEnd: number;
  readonly end: number;
}

/** A line in a text, of which no more is cut out than is asked for. */
class PlacedLine implements EntryLine {
  readonly kind: Entry['kind'];
  readonly grownBy: number;
  readonly #text: string;
  readonly #places: Places;

  constructor(text: string, kind: Entry['kind'], places: Places) {
    const { idAt, aboutAt } = places;
    this.kind = kind;
    this.grownBy = Number(text.slice(idAt + ID_LENGTH + 1, aboutAt - 1));
    this.#text = text;
    this.#places = places;
  }

  get id(): string {
    return this.#text.slice(this.#places.idAt, this.#places.idAt + ID_LENGTH);
  }

  get about(): string {
    return this.#text.slice(this.#places.aboutAt, this.#places.aboutEnd);
  }

  get text(): string {
    return this.#text.slice(this.#places.at, this.#places.end);
  }
}

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
