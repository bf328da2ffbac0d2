const SDK_TYPES = /@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/;

// A schema is asked for its members by name alone, so one that is built when first asked looks no different.
// Compiling a parser for each schema pays after some hundred messages of a kind; most kinds come once.
const PRELUDE = `z.config({ jitless: true });
function lazily(build) {
  let schema;
  const built = () => (schema ??= build());
  return new Proxy(build, {
    get: (_, name) => Reflect.get(built(), name),
    has: (_, name) => Reflect.has(built(), name),
    set: (_, name, value) => Reflect.set(built(), name, value),
    getPrototypeOf: () => Reflect.getPrototypeOf(built()),
  });
}
`;

/**
 * Builds each schema of the SDK when it is first asked for something, and leaves out those that never are. The SDK
 * builds all 152 as it loads, a fifth of the time that a server takes to start, and one session needs a few of them.
 */
export function sdkSchemas() {
  return {
    name: 'sdk-schemas',
    transform: {
      filter: { id: SDK_TYPES },
      handler(code) {
        return { code: PRELUDE + schemasIn(this.parse(code)).reduceRight(builtLater, code) };
      },
    },
  };
}

/** The calls at the top level of a module that build a schema. */
function schemasIn({ body }) {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .filter(({ id, init }) => id.name.endsWith('Schema') && init?.type === 'CallExpression')
    .map(({ init }) => init);
}

function builtLater(code, { start, end }) {
  return `${code.slice(0, start)}/* @__PURE__ */ lazily(() => ${code.slice(start, end)})${code.slice(end)}`;
}
