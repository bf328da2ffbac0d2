import type { JsonScalar, JsonSchema, ObjectSchema } from './json-schema.ts';

/**
 * A JSON Schema that carries the TypeScript type of the values it accepts. Clients are shown the very schema that
 * arguments are checked against, and making one costs next to nothing at start. The functions are named as in
 * `zod/mini`.
 */
export interface Schema<Type = unknown> {
  readonly json: JsonSchema;
  /** Whether an object may lack a field of this schema; one with a default is filled in. */
  readonly presence: Presence;
  /** The same schema with further keywords. */
  check(...rules: readonly JsonSchema[]): this;
  /** Never set; carries the type. */
  readonly [typeOf]?: Type;
}

type Presence = 'required' | 'optional' | 'defaulted';

declare const typeOf: unique symbol;

/** A field that may be left out. */
export interface OptionalSchema<Type> extends Schema<Type> {
  readonly presence: 'optional';
}

/** The schema of an object: a tool's arguments, or its structured result. */
export interface FieldsSchema<Type = Readonly<Record<string, unknown>>> extends Schema<Type> {
  readonly json: ObjectSchema;
}

/** The type of the values that a schema accepts, defaults filled in. */
export type Output<S> = S extends Schema<infer Type> ? Type : never;

type Fields = Readonly<Record<string, Schema>>;

type OptionalNames<F extends Fields> = { [K in keyof F]: F[K]['presence'] extends 'optional' ? K : never }[keyof F];

type TypeOfFields<F extends Fields> = { [K in Exclude<keyof F, OptionalNames<F>>]: Output<F[K]> } & {
  [K in OptionalNames<F>]?: Output<F[K]> | undefined;
};

export const string = (): Schema<string> => schema({ type: 'string' });
export const number = (): Schema<number> => schema({ type: 'number' });
/** A whole number; `checkValue` brings it into the range that JavaScript holds exactly. */
export const int = (): Schema<number> => schema({ type: 'integer' });
export const boolean = (): Schema<boolean> => schema({ type: 'boolean' });
export const array = <Type>({ json }: Schema<Type>): Schema<Type[]> => schema({ type: 'array', items: json });

export { oneOf as enum };

function oneOf<const Value extends string>(values: readonly Value[]): Schema<Value> {
  return schema({ type: 'string', enum: [...values] });
}

/** An object; fields that the schema does not name are ignored. */
export function object<F extends Fields>(fields: F): FieldsSchema<TypeOfFields<F>> {
  const named = Object.entries(fields);
  const required = named.filter(([, { presence }]) => presence === 'required').map(([name]) => name);
  const json: ObjectSchema = {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, field]) => [name, field.json])),
    ...(required.length > 0 && { required }),
  };
  return schema(json) as FieldsSchema<TypeOfFields<F>>;
}

/** An object; fields that the schema does not name are refused. */
export function strictObject<F extends Fields>(fields: F): FieldsSchema<TypeOfFields<F>> {
  return object(fields).check({ additionalProperties: false });
}

export function optional<Type>({ json }: Schema<Type>): OptionalSchema<Type> {
  return schema(json, 'optional') as OptionalSchema<Type>;
}

export function nullable<Type>({ json }: Schema<Type>): Schema<Type | null> {
  const { type, enum: values } = json;
  const types = [...(Array.isArray(type) ? type : [type ?? 'object']), 'null' as const];
  return schema({ ...json, type: types, ...(Array.isArray(values) && { enum: [...values, null] }) });
}

export function _default<Type extends JsonScalar>({ json }: Schema<Type>, value: Type): Schema<Type> {
  return schema({ ...json, default: value }, 'defaulted');
}

export const describe = (description: string): JsonSchema => ({ description });
export const minimum = (least: number): JsonSchema => ({ minimum: least });
export const maximum = (most: number): JsonSchema => ({ maximum: most });
/** Of an array. */
export const length = (count: number): JsonSchema => ({ minItems: count, maxItems: count });

function schema<Type>(json: JsonSchema, presence: Presence = 'required'): Schema<Type> {
  return {
    json,
    presence,
    check(...rules) {
      return schema(Object.assign({}, json, ...rules), presence) as typeof this;
    },
  };
}
