import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const DERIVING = fileURLToPath(new URL('../packages/dialects/src/lib/json-schema-of.ts', import.meta.url));
const ENTRY = 'schemas';

/**
 * Puts the JSON schemas of a dialect in place of its `schemas.ts`, and nothing in place of what derives them: loading zod
 * and building the schemas would be an eighth of a command's start. Zod that comes in another way is an error; the
 * MCP SDK has its own.
 */
export function builtSchemas() {
  return {
    name: 'built-schemas',
    load: {
      filter: { id: /[\\/]dialects[\\/]src[\\/]lib[\\/](?:[^\\/]+[\\/]schemas|json-schema-of)\.ts$/ },
      async handler(id) {
        if (id === DERIVING) return 'export const jsonSchemaOf = (json) => json;';
        const groups = Object.entries(await jsonSchemasIn(id));
        return groups.map(([name, schemas]) => `export const ${name} = ${JSON.stringify(schemas)};`).join('\n');
      },
    },
    resolveId: {
      filter: { id: /^zod(?:\/|$)/ },
      handler(_, importer) {
        if (!importer.includes('node_modules')) this.error(`${importer} would bring zod into the bundle`);
      },
    },
  };
}

/** The JSON schemas of each export of a `schemas.ts`, by the names of its tools. */
export async function jsonSchemasIn(file) {
  const source = `export * as groups from ${JSON.stringify(file)}; export { jsonSchemaOf } from ${JSON.stringify(DERIVING)};`;
  const entry = {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? source : null),
  };
  const { output } = await build({ input: ENTRY, platform: 'node', plugins: [entry], write: false });
  const { groups, jsonSchemaOf } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return mapped(groups, (schemas) => mapped(schemas, jsonSchemaOf));
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
