import type { ObjectSchema } from '../lib/json-schema.ts';

/** A schema of arguments as https://standardschema.dev describes one, by which kits take JSON Schema. */
export interface ArgumentsSchema<Args = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'dragoman';
    readonly types?: { readonly input: unknown; readonly output: Args };
    readonly validate: (value: unknown) => { readonly value: Args };
    readonly jsonSchema: Readonly<Record<'input' | 'output', () => Record<string, unknown>>>;
  };
}

/**
 * Accepts whatever a model sends: `call` checks it, takes some of it for what zod would refuse, and answers what is wrong
 * in the words of the dialect.
 */
export function standardSchema(schema: ObjectSchema): ArgumentsSchema {
  const json = () => ({ ...schema });
  return {
    '~standard': {
      version: 1,
      vendor: 'dragoman',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
