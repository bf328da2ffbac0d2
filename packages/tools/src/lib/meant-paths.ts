import { join, normalize, parse, sep } from 'node:path';
import { createPace, type OpenDirectory, type Pace, ToolError, type Volume } from '@dragoman/fs-core/internal/kernel';
import type { Fold } from './folded-name.ts';

/** Paths that a path may be meant for. */
export interface MeantPaths {
  /** The names that are not there are as they were given. */
  readonly paths: readonly string[];
  /** True if something is there. */
  readonly isThere: boolean;
}

interface Meaning {
  readonly fold: Fold;
  readonly signal: AbortSignal | undefined;
}

// Longer than any path of Linux gets by escapes: of 4,096 bytes, each shown as five characters.
const MAX_LENGTH = 20_480;
const MOST_PATHS = 10;

/**
 * Goes down a path as far as it is there. A name that nothing has is that of each entry that is equal once both are
 * folded, or once its escapes are read; one that something has stands for that alone.
 */
export async function meantPaths(volume: Volume, path: string, { fold, signal }: Meaning): Promise<MeantPaths> {
  if (path.length > MAX_LENGTH) return { paths: [path], isThere: false };
  const plain = normalize(path);
  const { start, names } = beginningOf(volume, plain, fold);
  const end = plain.endsWith(sep) ? sep : '';
  const pace = createPace(signal);
  let places = [start];
  for (const [index, name] of names.entries()) {
    const next: string[] = [];
    for (const place of places) {
      for (const entry of await entriesMeant(volume, place, { name, fold, pace })) next.push(join(place, entry));
    }
    if (next.length === 0) {
      const rest = names.slice(index);
      return { paths: places.map((place) => join(place, ...rest) + end), isThere: false };
    }
    places = next.slice(0, MOST_PATHS);
  }
  return { paths: places.map((place) => place + end), isThere: true };
}

interface Beginning {
  /** A tree, or the root of all. */
  readonly start: string;
  /** Names below it. */
  readonly names: readonly string[];
}

/** The tree in which a path lies, or the one that it names in other forms of the same characters. */
export function beginningOf({ roots }: Pick<Volume, 'roots'>, plain: string, fold: Fold): Beginning {
  const { root } = parse(plain);
  const names = namesBelow(root, plain);
  const isIn = (tree: string, same: (one: string, other: string) => boolean): boolean =>
    namesBelow(root, tree).every((name, at) => same(name, names[at] ?? ''));
  const exact = roots.find((tree) => isIn(tree, (one, other) => one === other));
  const alike =
    exact === undefined ? roots.filter((tree) => isIn(tree, (one, other) => fold(one) === fold(other))) : [];
  const start = exact ?? (alike.length === 1 ? alike[0] : undefined);
  return start === undefined ? { start: root, names } : { start, names: names.slice(namesBelow(root, start).length) };
}

function namesBelow(root: string, path: string): string[] {
  return path.slice(root.length).split(sep).filter(Boolean);
}

interface SoughtName {
  readonly name: string;
  readonly fold: Fold;
  readonly pace: Pace;
}

/** The names in a directory that a name stands for; above the trees, where nothing is looked at, the name itself. */
async function entriesMeant(volume: Volume, place: string, { name, fold, pace }: SoughtName): Promise<string[]> {
  await pace();
  try {
    using directory = await volume.open(place, { for: 'names' });
    if (directory.kind === 'file') return [];
    if (directory.stat(name) !== null) return [name];
    const meant = sep === '/' ? name.replace(ESCAPE, character) : name;
    if (meant !== name && leadsNowhereElse(meant) && directory.stat(meant) !== null) return [meant];
    return await sameNames(directory, { name: leadsNowhereElse(meant) ? meant : name, fold, pace });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'CANCELLED') throw error;
    const isAbove = error.code === 'ACCESS_DENIED' && volume.roots.some((tree) => tree.startsWith(join(place, sep)));
    return isAbove ? [name] : [];
  }
}

async function sameNames(directory: OpenDirectory, { name, fold, pace }: SoughtName): Promise<string[]> {
  const sought = fold(name);
  const names: string[] = [];
  for (const entry of directory.eachEntry?.() ?? directory.entries()) {
    await pace();
    if (entry !== null && fold(entry.name) === sought) names.push(entry.name);
  }
  return names;
}

function leadsNowhereElse(name: string): boolean {
  return !/[/\0]/.test(name) && name !== '.' && name !== '..';
}

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|([enrt]))/g;
const LETTERS: Readonly<Record<string, string>> = { e: '\u001b', n: '\n', r: '\r', t: '\t' };

/** The character that an escape stands for; visible ones are never escaped. */
function character(shown: string, code: string | undefined, letter = ''): string {
  if (code === undefined) return LETTERS[letter] ?? shown;
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff || (point >= 0x20 && point < 0x7f) ? shown : String.fromCodePoint(point);
}
