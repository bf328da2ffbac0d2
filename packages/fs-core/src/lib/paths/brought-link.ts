import { lstatSync, readlinkSync } from 'node:fs';
import { isAbsolute, join, parse, sep } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import { resolvedAsFarAs } from './deny-globs.ts';
import { contains } from './scope.ts';

// As many as Linux follows: path_resolution(7).
const MOST_LINKS = 40;

/**
 * A link on the way to a path that lies in one of the trees; null if there is none. Whoever filled the tree may have
 * made it, so what is kept for this user alone is not looked for through it.
 */
export function broughtLink(path: string, trees: readonly string[]): string | null {
  const roots = trees.map(resolvedAsFarAs);
  let at = parse(path).root;
  let names = namesOf(path);
  for (let links = 0; names.length > 0 && links <= MOST_LINKS; ) {
    const [name = '', ...rest] = names;
    const next = join(at, name);
    const target = orNull(() => (lstatSync(next).isSymbolicLink() ? readlinkSync(next) : null));
    if (target !== null && roots.some((root) => contains(root, at))) return next;
    if (target !== null) links += 1;
    names = target === null ? rest : [...namesOf(target), ...rest];
    if (target === null) at = next;
    else if (isAbsolute(target)) at = parse(target).root;
  }
  return null;
}

/** @throws ToolError `PERMISSION_DENIED` if a link that lies in one of the trees leads to the path */
export function assertNoBroughtLink(path: string, trees: readonly string[]): void {
  const link = broughtLink(path, trees);
  if (link === null) return;
  const message = `Cannot use "${path}": a link in an allowed directory leads there, "${link}"`;
  throw new ToolError({ code: 'PERMISSION_DENIED', path, action: 'use' }, message);
}

function namesOf(path: string): string[] {
  const below = path.slice(parse(path).root.length);
  return below.split(sep).filter((name) => name !== '');
}
