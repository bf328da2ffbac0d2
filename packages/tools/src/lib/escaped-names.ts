import { createPace, type FileChange, ToolError, type Volume } from '@dragoman/fs-core/internal/kernel';

/**
 * A volume that takes a name back as lists show it, with escapes for what cannot be seen: if nothing has that very name,
 * and something the name that is meant.
 */
export function withEscapedNames(volume: Volume): Volume {
  const named = (path: string): Promise<string> => namedIn(volume, path);
  return {
    ...volume,
    roots: volume.roots,
    traits: volume.traits,
    open: async (path, purpose) => volume.open(await named(path), purpose),
    locate: async (path, change) => volume.locate(await named(path), change),
    update: async (path, change, options) => volume.update(await named(path), change, options),
    remove: async (path, options) => volume.remove(await named(path), options),
    move: async (from, to, options) => volume.move(await named(from), await named(to), options),
    makeDirectory: async (path, options) => volume.makeDirectory(await named(path), options),
    async transact(changes, options) {
      const all: FileChange[] = [];
      for (const change of changes) {
        if (change.kind === 'move') all.push({ ...change, from: await named(change.from), to: await named(change.to) });
        else all.push({ ...change, path: await named(change.path) });
      }
      return volume.transact(all, options);
    },
  };
}

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|([enrt]))/g;
const LETTERS: Readonly<Record<string, string>> = { e: '\u001b', n: '\n', r: '\r', t: '\t' };

// Longer than any path of Linux gets by escapes: of 4,096 bytes, each shown as five characters.
const MAX_LENGTH = 20_480;

/** Goes down a path; of the names on it, only those with escapes are looked for. */
async function namedIn(volume: Volume, path: string): Promise<string> {
  if (!path.includes('\\') || path.length > MAX_LENGTH) return path;
  const names = path.split('/');
  const pace = createPace();
  let at = '';
  for (const [index, name] of names.entries()) {
    await pace();
    const above = index === 0 ? '' : `${at}/`;
    const meant = name.replace(ESCAPE, character);
    at = above + name;
    if (meant === name || (await isThere(volume, at))) continue;
    // Below what is not there nothing else is.
    if (!(await isThere(volume, above + meant))) return [at, ...names.slice(index + 1)].join('/');
    at = above + meant;
  }
  return at;
}

/** The character that an escape stands for; visible ones are never escaped. */
function character(shown: string, code: string | undefined, letter = ''): string {
  if (code === undefined) return LETTERS[letter] ?? shown;
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff || (point >= 0x20 && point < 0x7f) ? shown : String.fromCodePoint(point);
}

async function isThere(volume: Volume, path: string): Promise<boolean> {
  try {
    return (await volume.locate(path, 'entry')).kind !== null;
  } catch (error) {
    // Whatever else is wrong with the path is said of the call.
    if (error instanceof ToolError) return false;
    throw error;
  }
}
