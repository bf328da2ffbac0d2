/** Flag, unit, default and help of a session's limit; its key in `LIMITS` is its name for programs and principals. */
export interface Limit<Value extends number | null = number | null> {
  /** Flag on the command line, without dashes. */
  readonly flag: string;
  readonly unit: 'bytes' | 'pixels' | 'count';
  /** Null, which only such a limit may be, if nothing bounds a session that sets none. */
  readonly fallback: Value;
  /** Text for help pages, which may say more where a dialect is concerned. */
  readonly help: string;
}

/** All bounds of a session, in the order of the help pages. */
export const LIMITS = {
  /** Bytes: a larger file is not read, larger content is not written. */
  maxFileSize: limit<number>({
    flag: 'max-file-size',
    unit: 'bytes',
    fallback: 10 * 1024 * 1024,
    help: 'The largest file to read or content to write',
  }),
  /** Bytes: the largest replacement of one line-range write. */
  maxReplacementSize: limit<number>({
    flag: 'max-replacement-size',
    unit: 'bytes',
    fallback: 256 * 1024,
    help: 'The largest replacement of one call',
  }),
  /** UTF-8 bytes: the largest text that one result carries; null leaves it to the dialect. */
  maxResponseSize: limit<number | null>({
    flag: 'max-response-size',
    unit: 'bytes',
    fallback: null,
    help: 'The largest text of one result',
  }),
  /** Pixels: the largest side of a picture that is shown as it is; null leaves it to the dialect. */
  maxImageSize: limit<number | null>({
    flag: 'max-image-size',
    unit: 'pixels',
    fallback: null,
    help: 'The largest side of an image; a larger one is scaled',
  }),
  /** The most paths that a glob returns. */
  maxResults: limit<number>({
    flag: 'max-results',
    unit: 'count',
    fallback: 1000,
    help: 'The most paths that a glob returns',
  }),
};

/** Bounds of one session. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: (typeof LIMITS)[Name]['fallback'] };
export type LimitName = keyof Limits;

/** Computes a value for each limit, in the order of `LIMITS`. */
export function mapLimits<Value>(valueFor: (name: LimitName, limit: Limit) => Value): Record<LimitName, Value> {
  const names = Object.keys(LIMITS) as LimitName[];
  // `fromEntries` forgets the names.
  return Object.fromEntries(names.map((name) => [name, valueFor(name, LIMITS[name])])) as Record<LimitName, Value>;
}

/** Computes the limits of a session. @param valueFor null only for a limit whose fallback is null */
export function limitsOf(valueFor: (name: LimitName, limit: Limit) => number | null): Limits {
  return mapLimits(valueFor) as Limits;
}

function limit<Value extends number | null>(of: Limit<Value>): Limit<Value> {
  return of;
}
