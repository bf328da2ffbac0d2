const SDK_TYPES = /@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/;

// A schema's members are only read by name, so a schema that is built on first access looks the same.
// Compiling a parser for a schema pays only after some hundred messages of a kind; those left here come once.
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
 * Builds each schema of the SDK on first access, and leaves out those that are never used. The SDK builds all 152 as it
 * loads, which takes a fifth of a server's start, and one session needs only a few of them.
 */
export function sdkSchemas() {
  return {
    name: 'sdk-schemas',
    transform: {
      filter: { id: SDK_TYPES },
      handler(code) {
        const changes = constantsIn(this.parse(code)).flatMap((constant) => changeOf(constant, code));
        if (changes.length === 0) this.error('The SDK has no schemas there any more');
        return { code: PRELUDE + changes.reduceRight(apply, code) };
      },
    },
  };
}

function constantsIn({ body }) {
  return body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .filter(({ init }) => init !== null);
}

function changeOf({ id: { name }, init }, code) {
  if (!name.endsWith('Schema') || init.type !== 'CallExpression') return [];
  const { start, end } = init;
  return [{ start, end, text: `/* @__PURE__ */ lazily(() => ${code.slice(start, end)})` }];
}

function apply(code, { start, end, text }) {
  return code.slice(0, start) + text + code.slice(end);
}
