/**
 * JSON Schema (2020-12), as `tools/list` shows it. Arrays are not `readonly` because they are not in the vendors' own
 * types for schemas, to which an embedder passes these on as they are.
 */
export interface JsonSchema {
  readonly type?: JsonType | JsonType[];
  readonly description?: string;
  readonly default?: JsonScalar | JsonScalar[];
  readonly enum?: JsonScalar[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: string[];
  readonly additionalProperties?: boolean;
  readonly [keyword: string]: unknown;
}

/** A plain object at the root: clients reject schemas that combine several. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** A JSON value other than an array or an object. */
export type JsonScalar = string | number | boolean | null;

/** The types that JSON Schema names. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
