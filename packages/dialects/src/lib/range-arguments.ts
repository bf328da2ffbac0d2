import { type ArgumentIssue, parseBoundedJson } from '@dragoman/fs-core/internal/kernel';
import { plainName } from './argument-names.ts';
import type { Arguments, RangeStyle, Tool } from './tool.ts';

interface LineRange {
  /** 1-based. */
  readonly first: number;
  /** Null for the last line of the file. */
  readonly last: number | null;
}

interface FittedRange {
  readonly args: Arguments;
  readonly taken: readonly [given: string, name: string][];
  readonly issues: readonly ArgumentIssue[];
}

/** Ways in which models name a range of lines, in lower case and without `_`. */
const WAYS: Readonly<Record<'offset' | 'lines' | 'view_range', readonly [string, string?]>> = {
  offset: ['offset', 'limit'],
  lines: ['startline', 'endline'],
  view_range: ['viewrange'],
};

const WAY_OF = {
  offset: 'offset',
  'offset-from-0': 'offset',
  lines: 'lines',
  view_range: 'view_range',
  'clamped-view_range': 'view_range',
} as const;

/** Gives a range of lines that a call names as another vendor's tools do the names of this tool. */
export function fitRange({ range: style, input }: Pick<Tool, 'range' | 'input'>, args: Arguments): FittedRange {
  if (style === undefined) return { args, taken: [], issues: [] };
  const own = WAYS[WAY_OF[style]];
  const known = Object.keys(input.properties).map(plainName);
  const given = Object.keys(args).filter((name) => (args[name] ?? null) !== null);
  for (const way of Object.values(WAYS)) {
    // A tool may know another way itself, without listing it.
    if (way === own || way.every((plain = '') => known.includes(plain))) continue;
    const [first, last] = way.map((plain) => given.find((name) => plainName(name) === plain));
    const names = [first, last].filter((name) => name !== undefined);
    if (names.length > 0) return inOwnNames({ style, own, names, given }, args, rangeOf(args, [first, last]));
  }
  return { args, taken: [], issues: [] };
}

interface Naming {
  readonly style: RangeStyle;
  readonly own: readonly (string | undefined)[];
  /** The names by which the call gives the range. */
  readonly names: readonly string[];
  /** All names of the call. */
  readonly given: readonly string[];
}

function inOwnNames({ style, own, names, given }: Naming, args: Arguments, range: LineRange | null): FittedRange {
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
  const [name = ''] = names;
  if (range === null)
    return { args: rest, taken: [], issues: [{ argument: name, problem: 'type', expected: 'integer' }] };
  const twice = given.find((each) => own.includes(plainName(each)));
  if (twice !== undefined)
    return { args: rest, taken: [], issues: [{ argument: twice, given: name, problem: 'twice' }] };
  const translated = OWN[style](range);
  const [start = '', end = start] = Object.keys(translated);
  const taken = names.map((each): [string, string] => [each, /end|limit/i.test(each) ? end : start]);
  return { args: { ...rest, ...translated }, taken, issues: [] };
}

const OWN: Readonly<Record<RangeStyle, (range: LineRange) => Arguments>> = {
  offset: ({ first, last }) => ({ offset: first, ...(last !== null && { limit: last - first + 1 }) }),
  'offset-from-0': ({ first, last }) => ({ offset: first - 1, ...(last !== null && { limit: last - first + 1 }) }),
  lines: ({ first, last }) => ({ start_line: first, ...(last !== null && { end_line: last }) }),
  view_range: ({ first, last }) => ({ view_range: [first, last ?? -1] }),
  'clamped-view_range': ({ first, last }) => ({ view_range: [first, last ?? Number.MAX_SAFE_INTEGER] }),
};

/** The lines that are named by a list of two numbers, or by two arguments; null if they are no numbers. */
function rangeOf(args: Arguments, [start, end]: readonly (string | undefined)[]): LineRange | null {
  const value = start === undefined ? undefined : args[start];
  if (start !== undefined && plainName(start) === 'viewrange')
    return fromPair(typeof value === 'string' ? parseBoundedJson(value) : value);
  const first = value === undefined ? 1 : integerIn(value);
  const second = end === undefined ? null : integerIn(args[end]);
  if (first === undefined || second === undefined) return null;
  const isCount = end !== undefined && plainName(end) === 'limit';
  return {
    first: isOffset(start) ? Math.max(1, first) : first,
    last: isCount && second !== null ? Math.max(1, first) + second - 1 : second,
  };
}

function isOffset(name: string | undefined): boolean {
  return name !== undefined && plainName(name) === 'offset';
}

function fromPair(value: unknown): LineRange | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [first, last] = value.map(integerIn);
  return first === undefined || last === undefined ? null : { first, last: last === -1 ? null : last };
}

/** Undefined for anything but a whole number, or a text that is one. */
function integerIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
