import { type ArgumentIssue, excerpt, parseBoundedJson } from '@dragoman/fs-core/internal/kernel';
import { asksForOtherChange, namesMeantBy, nearestName, plainName } from './argument-names.ts';
import { adaptArguments } from './arguments.ts';
import { isObject } from './check-value.ts';
import type { Effect } from './effect.ts';
import type { JsonSchema } from './json-schema.ts';
import { fitRange } from './range-arguments.ts';
import { checkedSchema } from './several-commands.ts';
import type { Arguments, Tool } from './tool.ts';

/** Adaptations of a call's arguments to its tool: `_meta["dragoman/arguments"]`. Absent members mean that there are none. */
export interface ArgumentChanges {
  /** Names that mean nothing to the tool. */
  readonly ignored?: readonly string[];
  /** Other names of arguments, and the tool's own for them. */
  readonly taken?: Readonly<Record<string, string>>;
  /** Numbers out of range, and the ones used in their place; null for the default. */
  readonly clamped?: Readonly<Record<string, readonly [given: unknown, used: number | null]>>;
}

/** Arguments under the names of a tool, and what was done to them. */
export interface FittedArguments {
  readonly args: unknown;
  readonly changes: ArgumentChanges;
  readonly issues: readonly ArgumentIssue[];
}

/**
 * Gives arguments the names that a tool has, leaves out what it does not know, and brings numbers into range where the
 * tool says so. Values of paths, texts and patterns stay as they are.
 */
export function fitArguments(tool: Tool, args: unknown): FittedArguments {
  if (!isObject(args)) return { args, changes: {}, issues: [] };
  const adapted = adaptArguments(tool, args);
  const reads = effectOf(tool, adapted.command) === 'reads';
  const { args: ranged, taken, issues } = reads ? fitRange(tool, adapted) : { args: adapted, taken: [], issues: [] };
  const fitting = fitNames(tool, ranged);
  fitting.taken.push(...taken);
  fitting.issues.push(...issues);
  for (const [name, schema] of Object.entries(tool.input.properties)) fitItems(tool, fitting, { name, schema });
  const { values, clamped } = inRange(tool, fitting.values);
  const changes = changesOf({ ...fitting, clamped });
  return { args: Object.fromEntries(values), changes, issues: fitting.issues };
}

type Values = ReadonlyMap<string, unknown>;

interface NameFitting {
  readonly values: Map<string, unknown>;
  readonly taken: [given: string, name: string][];
  readonly ignored: string[];
  readonly issues: ArgumentIssue[];
}

function fitNames(tool: Tool, args: Arguments): NameFitting {
  const names = Object.keys(checkedSchema(tool).properties);
  const own = Object.entries(args).filter(([name]) => names.includes(name));
  const fitting: NameFitting = { values: new Map(own), taken: [], ignored: [], issues: [] };
  for (const [given, value] of Object.entries(args)) {
    if (!names.includes(given) && value !== null && value !== undefined)
      fitName(tool, fitting, { given, value, names });
  }
  return fitting;
}

/** Fits the names inside of a list of objects, such as several edits, as those of the call itself. */
function fitItems(tool: Tool, fitting: NameFitting, { name, schema }: { name: string; schema: JsonSchema }): void {
  const { properties, required = [] } = schema.items ?? {};
  const given = fitting.values.get(name);
  const list = typeof given === 'string' ? parseBoundedJson(given) : given;
  if (properties === undefined || !Array.isArray(list)) return;
  const input = { type: 'object', properties, required } as const;
  const { synonyms: _, unlisted: __, commands: ___, ...whole } = tool;
  const items = list.map((item: unknown, index) => {
    if (!isObject(item)) return item;
    const { values, taken, ignored, issues } = fitNames({ ...whole, input }, item);
    const within = (inner: string) => `${name}.${index}.${inner}`;
    fitting.taken.push(...taken.map(([inner, own]) => [within(inner), within(own)] as [string, string]));
    fitting.ignored.push(...ignored.map(within));
    fitting.issues.push(...issues.map((issue) => ({ ...issue, argument: within(issue.argument) })));
    return Object.fromEntries(values);
  });
  fitting.values.set(name, items);
}

interface UnknownArgument {
  readonly given: string;
  readonly value: unknown;
  /** Names that the tool has. */
  readonly names: readonly string[];
}

function fitName(tool: Tool, fitting: NameFitting, { given, value, names }: UnknownArgument): void {
  const { values, taken, ignored, issues } = fitting;
  const declared = synonymIn(tool, given);
  const [name, ...others] = declared === undefined ? namesMeantBy(given, names) : [declared];
  if (name !== undefined && others.length === 0) {
    const known = values.get(name) ?? undefined;
    if (known === undefined) {
      values.set(name, value);
      taken.push([given, name]);
    } else if (declared !== undefined || isSame(known, value)) ignored.push(given);
    else issues.push({ argument: name, given: excerpt(given, MOST_NAME_UNITS), problem: 'twice' });
    return;
  }
  const absent = names.filter((each) => (values.get(each) ?? null) === null && !tool.unlisted?.includes(each));
  const near = nearestName(given, absent);
  if (near !== undefined) issues.push(slipOf(tool, near, given));
  else if (CHANGES.has(effectOf(tool, values.get('command'))) && asksForOtherChange(given, value))
    issues.push({ argument: given, problem: 'other-change' });
  else ignored.push(given);
}

const CHANGES: ReadonlySet<Effect> = new Set(['adds', 'overwrites', 'edits', 'undoes', 'runs']);

/** The effect of a call, which a tool with several commands has by its command. */
function effectOf({ effect, commands = {} }: Tool, command: unknown): Effect {
  return (typeof command === 'string' && Object.hasOwn(commands, command) && commands[command]) || effect;
}

/** The issue for what looks like a misspelt name of an argument that was left out. */
function slipOf({ input }: Tool, argument: string, given: string): ArgumentIssue {
  const { type } = input.properties[argument] ?? {};
  if (!input.required?.includes(argument)) return { argument, given, problem: 'unknown' };
  return { argument, given, problem: 'missing', ...(typeof type === 'string' && { expected: type }) };
}

/** The argument that a tool itself says another name stands for. */
function synonymIn({ synonyms = {} }: Tool, given: string): string | undefined {
  const plain = plainName(given);
  const found = Object.keys(synonyms).find((synonym) => plainName(synonym) === plain);
  return found === undefined ? undefined : synonyms[found];
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

type Clamped = [name: string, change: readonly [given: unknown, used: number | null]][];

function inRange(
  { input, outOfRange = {}, mostFor }: Tool,
  given: Values,
): { readonly values: Values; readonly clamped: Clamped } {
  const values = new Map(given);
  const clamped: Clamped = [];
  const most = mostFor?.(Object.fromEntries(given)) ?? {};
  for (const [name, below] of Object.entries(outOfRange)) {
    const { minimum = Number.NEGATIVE_INFINITY, maximum: fixed = Number.POSITIVE_INFINITY } =
      input.properties[name] ?? {};
    const maximum = most[name] ?? fixed;
    const value = values.get(name);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || Number.isNaN(number) || (number >= minimum && number <= maximum)) continue;
    const used = number > maximum ? maximum : below === 'left-out' ? null : minimum;
    if (used === null) values.delete(name);
    else values.set(name, used);
    clamped.push([name, [value, used]]);
  }
  return { values, clamped };
}

const MOST_NAMES = 20;
const MOST_NAME_UNITS = 100;

function changesOf({
  ignored,
  taken,
  clamped,
}: Pick<NameFitting, 'ignored' | 'taken'> & { readonly clamped: Clamped }) {
  const shown = (name: string) => excerpt(name, MOST_NAME_UNITS);
  return {
    ...(ignored.length > 0 && { ignored: ignored.slice(0, MOST_NAMES).map(shown) }),
    ...(taken.length > 0 && { taken: tableOf(taken.map(([given, name]) => [shown(given), name])) }),
    ...(clamped.length > 0 && { clamped: tableOf(clamped) }),
  };
}

function tableOf<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries.slice(0, MOST_NAMES));
}
