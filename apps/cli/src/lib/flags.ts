import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestion } from '@dragoman/tools/internal/session';
import { UsageError } from './usage-error.ts';

/** A flag of the command line. */
export interface Flag {
  readonly name: string;
  /** One letter, for `-x`. */
  readonly short?: string;
  /** A switch takes no value; a boolean may take `true` or `false`. */
  readonly takes: 'value' | 'switch' | 'boolean';
  /** The values that it may have; any if there are none. */
  readonly choices?: readonly string[];
}

export interface GivenFlags {
  /** The values given to each flag, by name and in order; a switch has the value ''. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

/**
 * Sorts words into flags and operands. In a name, `-` and `_` are the same, and `--no-` turns a boolean off.
 * @throws UsageError for a flag that is unknown or lacks its value
 */
export function readFlags(words: readonly string[], flags: readonly Flag[]): GivenFlags {
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  let turnedOn: { readonly name: string; readonly index: number } | null = null;

  for (const token of tokensOf(words, flags)) {
    if (token.kind === 'positional') {
      const meansLast = turnedOn?.index === token.index - 1 && /^(?:true|false)$/.test(token.value);
      if (turnedOn && meansLast) values.get(turnedOn.name)?.splice(-1, 1, token.value);
      else operands.push(token.value);
    }
    if (token.kind !== 'option') continue;
    const { flag, value } = meaningOf(token, flags);
    values.set(flag.name, [...(values.get(flag.name) ?? []), value]);
    turnedOn = flag.takes === 'boolean' && token.value === undefined ? { name: flag.name, index: token.index } : null;
  }
  return { values, operands };
}

/** Index of the first operand among words that may include unknown flags; -1 if there is none. */
export function firstOperand(words: readonly string[], flags: readonly Flag[]): number {
  return tokensOf(words, flags).find(({ kind }) => kind === 'positional')?.index ?? -1;
}

/** The values of the given flags among words that may include unknown ones. */
export function knownValues(words: readonly string[], flags: readonly Flag[]): GivenFlags['values'] {
  const values = new Map<string, string[]>();
  for (const token of tokensOf(words, flags)) {
    const flag = token.kind === 'option' ? flagNamed(token.name, flags) : undefined;
    if (token.kind !== 'option' || flag === undefined) continue;
    if (flag.takes === 'value' && token.value === undefined) continue;
    values.set(flag.name, [...(values.get(flag.name) ?? []), token.value ?? '']);
  }
  return values;
}

type FlagToken = Extract<ReturnType<typeof tokensOf>[number], { readonly kind: 'option' }>;

function meaningOf({ name, rawName, value }: FlagToken, flags: readonly Flag[]): { flag: Flag; value: string } {
  const flag = flagNamed(name, flags);
  if (flag !== undefined) {
    if (flag.takes === 'value' && value === undefined) throw new UsageError(`${rawName} needs a value`);
    if (value !== undefined && flag.choices?.includes(value) === false) {
      throw new UsageError(`${rawName} must be one of ${flag.choices.join(', ')}, not "${value}"`);
    }
    return { flag, value: value ?? (flag.takes === 'boolean' ? 'true' : '') };
  }
  const negated = /^no[-_]/.test(name) ? flagNamed(name.slice(3), flags) : undefined;
  if (negated?.takes === 'boolean' && value === undefined) return { flag: negated, value: 'false' };
  throw new UsageError(`Unknown flag ${rawName}${hintFor(name, flags)}`);
}

/** Flags of grep, by what tools call them. */
const GREP_FLAGS: Readonly<Record<string, readonly string[]>> = {
  A: ['context_after', 'after'],
  B: ['context_before', 'before'],
  C: ['context'],
  c: ['output_mode'],
  F: ['fixed_strings'],
  g: ['include', 'glob'],
  i: ['case_insensitive', 'case_sensitive'],
  l: ['output_mode', 'names_only'],
  n: ['line_numbers'],
  t: ['type'],
  U: ['multiline'],
};

function hintFor(name: string, flags: readonly Flag[]): string {
  const meant = GREP_FLAGS[name]?.find((each) => flagNamed(each, flags) !== undefined);
  if (meant !== undefined) return `; did you mean "${dashed(meant)}"?`;
  const names = flags.map((each) => each.name);
  return suggestion(name, names, dashed) || '; a word that is no flag and begins with a dash goes behind --';
}

/** A flag as it is typed: `--path`, `-A`. */
export function dashed(name: string): string {
  return /^-.$/.test(name) ? name : `--${name}`;
}

function flagNamed(spelling: string, flags: readonly Flag[]): Flag | undefined {
  return (
    flags.find(({ name }) => name === spelling) ??
    flags.find(({ name }) => name.replaceAll('_', '-') === spelling.replaceAll('_', '-'))
  );
}

// Not strict, so that mistakes are reported in this program's own words.
function tokensOf(words: readonly string[], flags: readonly Flag[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  // From the last to the first, because of two flags with the same spelling the first counts.
  for (const { name, short, takes } of flags.toReversed()) {
    const option = { type: takes === 'value' ? 'string' : 'boolean', ...(short && { short }) } as const;
    options[name] = option;
    if (short || !/[-_]/.test(name)) continue;
    options[name.replaceAll('_', '-')] = option;
    options[name.replaceAll('-', '_')] = option;
  }
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}
