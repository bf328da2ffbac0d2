import { parseSync, Visitor } from 'rolldown/utils';

/** One module that a source file names, however it names it. */
export interface Import {
  readonly specifier: string;
  /** Imports only types, so that nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** Every import of a TypeScript file, re-exports, `import()` and types named in place included. */
export function importsOf(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => imports.push({ specifier, typeOnly });
  new Visitor({
    // `import { type A }` keeps its statement at run time; only `import type` goes.
    ImportDeclaration: (node) => add(node.source.value, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => node.source && add(node.source.value, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    // A computed name can be anything, so its source text is reported, which no table allows.
    ImportExpression: ({ source: name }) =>
      add(name.type === 'Literal' ? String(name.value) : source.slice(name.start, name.end), false),
    TSImportType: (node) => add(node.source.value, true),
  }).visit(program);
  return imports;
}
