import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** A door that semver covers. */
export interface PublicDoor {
  /** Specifier that users import: `@dragoman/patterns`. */
  readonly specifier: string;
  readonly file: string;
}

/** Kind and docblock of an exported name. */
export interface Declaration {
  readonly isFunction: boolean;
  /** Empty without one. */
  readonly docblock: string;
}

const packages = join(import.meta.dirname, '..', 'packages');

/** Returns the doors of all packages that semver covers. */
export function publicDoors(): PublicDoor[] {
  return readdirSync(packages).flatMap((folder) => {
    const home = join(packages, folder);
    const { name, private: isPrivate, exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const paths = isPrivate
      ? []
      : Object.keys(exports).filter((path) => !/^\.\/(?:internal\/.*|package\.json)$/.test(path));
    return paths.flatMap((path) =>
      opened(home, { specifier: name + path.slice(1), file: exports[path]['@dragoman/source'] }),
    );
  });
}

/** Returns the doors that an entry of `exports` stands for: with a pattern, one for each folder. */
function opened(home: string, { specifier, file }: PublicDoor): PublicDoor[] {
  const [before, after] = file.split('*');
  if (before === undefined || after === undefined) return [{ specifier, file: join(home, file) }];
  return readdirSync(join(home, before))
    .map((folder) => ({ specifier: specifier.replace('*', folder), file: join(home, before, folder + after) }))
    .filter((door) => existsSync(door.file));
}

/** Returns what a module exports, by name. */
export function namesOf(file: string): Map<string, Declaration> {
  const source = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source);
  const names = new Map<string, Declaration>();
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    const from = node.source && namesOf(sourceOf(file, node.source.value));
    for (const { local, exported } of node.specifiers) {
      const declaration = from?.get(source.slice(local.start, local.end));
      if (declaration) names.set(source.slice(exported.start, exported.end), declaration);
    }
    const before = comments.findLast(({ end }) => end <= node.start && source.slice(end, node.start).trim() === '');
    const docblock = before?.value.startsWith('*') ? before.value : '';
    const { declaration } = node;
    const isFunction = declaration !== null && /Function/.test(declaration.type);
    if (declaration && 'id' in declaration && declaration.id && 'name' in declaration.id) {
      // Of several overloads, the first has the docblock.
      const { name } = declaration.id;
      if (!names.has(name)) names.set(name, { isFunction, docblock });
    }
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations)
        names.set(source.slice(id.start, id.end).replace(/:[\s\S]*/, ''), { isFunction, docblock });
    }
  }
  return names;
}

/** Returns the file that an import leads to: of this package, or a door of another of ours. */
function sourceOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [, folder = '', inside] = /^@dragoman\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return join(packages, folder, 'src', `${inside ?? 'index'}.ts`);
}
