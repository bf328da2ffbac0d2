/** An entry of the model: a file by its text, a link by its target, or a directory. */
export type ModelNode = { readonly file: string } | { readonly link: string } | 'directory';

/** Everything below one real directory, by relative path. */
export interface ModelWorld {
  /** Absolute and without links. */
  readonly base: string;
  readonly nodes: ReadonlyMap<string, ModelNode>;
}

/** The place that a path leads to, by path_resolution(7) alone. */
export interface ModelWay {
  readonly end: 'file' | 'directory' | 'missing' | 'error';
  /** The place where it ended: for what is missing, where that would be. */
  readonly place: string;
  /** Every link on the way, by its own place. */
  readonly links: readonly string[];
  /** A link's `..` left a directory that lies neither in `home` nor above it. */
  readonly strayed: boolean;
}

/** Follows a path in a world that is held in memory. `home` is where straying is counted from. */
export function followPath(world: ModelWorld, path: string, home: string): ModelWay {
  let stack: string[] = [];
  let pending = path.split('/');
  const links: string[] = [];
  let strayed = false;
  const at = (names: readonly string[]) => `/${names.join('/')}`;
  const way = (end: ModelWay['end'], names: readonly string[]): ModelWay => ({ end, place: at(names), links, strayed });

  while (pending.length > 0) {
    const [name = '', ...rest] = pending;
    pending = rest;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      strayed ||= !isWithin(home, at(stack)) && !isWithin(at(stack), home);
      stack = stack.slice(0, -1);
      continue;
    }
    const names = [...stack, name];
    const node = nodeAt(world, at(names));
    if (node === undefined) return way('missing', rest.includes('..') ? names : [...names, ...rest.filter(isName)]);
    if (node === 'directory') stack = names;
    else if ('link' in node) {
      links.push(at(names));
      if (links.length > 40) return way('error', names);
      if (node.link.startsWith('/')) stack = [];
      pending = [...node.link.split('/'), ...rest];
    } else return way(rest.some(isName) ? 'error' : 'file', names);
  }
  return way('directory', stack);
}

export function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}

function isName(part: string): boolean {
  return part !== '' && part !== '.';
}

function nodeAt({ base, nodes }: ModelWorld, path: string): ModelNode | undefined {
  return isWithin(path, base) ? 'directory' : nodes.get(path.slice(base.length + 1));
}
