import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

const CHANGING = new Set('add clear delete fill pop push reverse set shift sort splice unshift'.split(' '));

/** The names at the top of a TypeScript file that keep state: what is assigned again, changed, or made by a `create…`. */
export function moduleStateIn(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const changed = changedIn(program);
  return program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? [statement] : []))
    .filter(({ declare }) => declare !== true)
    .flatMap(({ kind, declarations }) =>
      declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && (kind !== 'const' || changed.has(id.name) || isMaker(init)) ? [id.name] : [],
      ),
    );
}

/** Names whose members are assigned, or of which a method is called that changes what it is called on. */
function changedIn(program: ESTree.Program): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (node: ESTree.Node): void => {
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier') names.add(node.object.name);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => note(left),
    UpdateExpression: ({ argument }) => note(argument),
    UnaryExpression: ({ operator, argument }) => operator === 'delete' && note(argument),
    CallExpression({ callee }) {
      const method = callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '';
      if (CHANGING.has(method)) note(callee);
    },
  }).visit(program);
  return names;
}

/** True for a call of `create…`: state hidden in what it returns cannot be seen, so each counts. */
function isMaker(init: ESTree.Node | null): boolean {
  return (
    init?.type === 'CallExpression' && init.callee.type === 'Identifier' && /^(?:create|open)/.test(init.callee.name)
  );
}
