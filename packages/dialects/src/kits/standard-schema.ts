import type { ObjectSchema } from '../lib/json-schema.ts';

/** A schema of arguments as https://standardschema.dev describes one, by which kits take JSON Schema without zod. */
export interface ArgumentsSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'dragoman';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: Readonly<Record<'input' | 'output', () => Record<string, unknown>>>;
  };
}

/** Accepts whatever a model sends: `call` checks it, and answers what is wrong in the words of the dialect. */
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
