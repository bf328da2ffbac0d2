import fc from 'fast-check';

/** Members that every object has, or that give one a meaning. */
const NAMES = ['toString', 'valueOf', 'toJSON', '__proto__', 'constructor', 'length', 'then', 'hasOwnProperty'];

/**
 * JSON objects, and lists of one, that look like something else to careless code: their own members hide those that
 * every object has.
 */
export const strangeValues: fc.Arbitrary<unknown> = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.jsonValue({ maxDepth: 2 })), { minLength: 1, maxLength: 4 })
  .chain((members) => {
    const object = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
    return fc.constantFrom(object, `[${object}]`, `{"toString":${object}}`);
  })
  // Only a parser makes `__proto__` a member.
  .map((text) => JSON.parse(text));

/** A tool as it is listed. */
interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: object; readonly required?: readonly string[] };
}

interface StrangeCall {
  readonly name: string;
  readonly args: unknown;
}

/** Names of arguments that tools take besides those that they list. */
const UNLISTED = [
  'dir_path',
  'include_pattern',
  'file_filtering_options',
  'start_line',
  'end_line',
  'file_path',
  'none',
];

/**
 * Calls of these tools in which one argument, all of them, or what stands in their place is strange; the rest is valid.
 * @param valid values by the names of arguments
 */
export function strangeCalls(tools: readonly ListedTool[], valid: Readonly<Record<string, unknown>>) {
  return fc.tuple(fc.constantFrom(...tools), strangeValues).chain(([{ name, inputSchema }, strange]) => {
    const { properties = {}, required = [] } = inputSchema;
    const rest = Object.fromEntries(required.map((parameter) => [parameter, valid[parameter]]));
    const one = fc.constantFrom(...Object.keys(properties), ...UNLISTED).map((key) => ({ ...rest, [key]: strange }));
    const all = fc.constant(Object.fromEntries(Object.keys(properties).map((key) => [key, strange])));
    const args: fc.Arbitrary<unknown> = fc.oneof({ weight: 5, arbitrary: one }, all, fc.constant(strange));
    return args.map((args): StrangeCall => ({ name, args }));
  });
}
