import { isPathError, type OpenDirectory } from '@dragoman/fs-core/internal/kernel';
import { slashPath } from '../../native-path.ts';

/** A way of writing a character for itself: with a backslash, or as a class, which ripgrep takes on Windows, too. */
type EscapeStyle = 'backslash' | 'class';

/** A glob as it is meant below a directory. */
interface LiteralOptions {
  readonly directory: OpenDirectory;
  /** Absolute path of the directory, as the caller spelled it. */
  readonly root: string;
  readonly style: EscapeStyle;
}

/** Characters that stand for others in a glob. */
export const SIGNS = /[*?[{}(\\!]/;

/**
 * Lets the first names of a glob stand for themselves as long as there is something by that very name, whatever signs are
 * in them (`app/[locale]/(auth)/**`). An absolute glob below the directory becomes one that begins with a slash.
 */
export function literalNames(glob: string, { directory, root, style }: LiteralOptions): string {
  const [mark, given] = glob.startsWith('!') && style === 'class' ? ['!', glob.slice(1)] : ['', glob];
  const body = isBelow(given, root) ? given.slice(baseOf(root).length) : given;
  if (!SIGNS.test(body)) return mark + body;
  const names = body.split('/');
  const known = countKnown(directory, names);
  return mark + names.map((name, at) => (at < known ? escapeName(name, style) : name)).join('/');
}

/** Writes a name as a glob that matches nothing else. */
function escapeName(name: string, style: EscapeStyle): string {
  if (style === 'backslash') return name.replace(/[*?[\]{}()\\!@+|]/g, '\\$&');
  return name.replace(/[*?[{}(]|\\/g, (sign) => (sign === '\\' ? '\\\\' : `[${sign}]`));
}

/** The number of names that lead somewhere from a directory on. */
function countKnown(directory: OpenDirectory, names: readonly string[]): number {
  const opened: OpenDirectory[] = [];
  let count = 0;
  try {
    for (const name of names) {
      const at = opened.at(-1) ?? directory;
      if (name !== '' && name !== '.') {
        const kind = name === '..' ? null : at.stat(name)?.kind;
        if (kind === undefined || kind === null) break;
        if (kind === 'directory' && count + 1 < names.length) opened.push(at.openDirectory(name));
        else return count + 1;
      }
      count += 1;
    }
  } catch (error) {
    if (!isPathError(error)) throw error;
  } finally {
    for (const each of opened.reverse()) each.close();
  }
  return count;
}

/** A glob as `pathMatcher` takes it, which is about paths below a directory. */
export function literalPath(glob: string, directory: OpenDirectory, root: string): string {
  const named = literalNames(glob, { directory, root, style: 'backslash' });
  // Any other glob that begins with a slash matches no path below a directory.
  return isBelow(glob, root) ? named.replace(/^\/(?=.)/, '') : named;
}

/** True for an absolute glob of paths below a directory. */
function isBelow(glob: string, root: string): boolean {
  return glob.startsWith(`${baseOf(root)}/`);
}

/** The directory without a slash at its end; the root of all is empty. */
function baseOf(root: string): string {
  return slashPath(root).replace(/\/$/, '');
}
