import type { FileChange, Volume } from '@dragoman/fs-core/internal/kernel';
import { createPace, forwardVolume, ToolError } from '@dragoman/fs-core/internal/kernel';

/**
 * A volume that takes a name back as lists show it, with escapes for what cannot be seen: if nothing has that very name,
 * and something the name that is meant.
 */
export function withEscapedNames(volume: Volume): Volume {
  const named = (path: string, signal?: AbortSignal): Promise<string> => namedIn(volume, path, signal);
  return {
    ...forwardVolume(volume),
    open: async (path, purpose) => volume.open(await named(path, purpose?.signal), purpose),
    locate: async (path, change, options) => volume.locate(await named(path, options?.signal), change, options),
    update: async (path, change, options) => volume.update(await named(path, options?.signal), change, options),
    remove: async (path, options) => volume.remove(await named(path, options?.signal), options),
    async move(from, to, options) {
      const signal = options?.signal;
      return volume.move(await named(from, signal), await named(to, signal), options);
    },
    makeDirectory: async (path, options) => volume.makeDirectory(await named(path, options?.signal), options),
    async transact(changes, options) {
      const { signal } = options ?? {};
      const all: FileChange[] = [];
      for (const change of changes) {
        if (change.kind === 'move')
          all.push({ ...change, from: await named(change.from, signal), to: await named(change.to, signal) });
        else all.push({ ...change, path: await named(change.path, signal) });
      }
      return volume.transact(all, options);
    },
  };
}

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|([enrt]))/g;
const LETTERS: Readonly<Record<string, string>> = { e: '\u001b', n: '\n', r: '\r', t: '\t' };

// Longer than any path of Linux gets by escapes: of 4,096 bytes, each shown as five characters.
const MAX_LENGTH = 20_480;

/** Goes down a path as far as it is there; of the names on it, only those with escapes are looked for. */
async function namedIn(volume: Volume, path: string, signal?: AbortSignal): Promise<string> {
  if (!path.includes('\\') || path.length > MAX_LENGTH) return path;
  const pace = createPace(signal);
  const parts = path.split('/');
  let at = '';
  for (const [index, part] of parts.entries()) {
    const above = index === 0 ? '' : `${at}/`;
    const meant = part.replace(ESCAPE, character);
    at = above + part;
    if (meant === part) continue;
    await pace();
    const isGiven = await isThere(volume, at, signal);
    const isMeant = isGiven !== true && (await isThere(volume, above + meant, signal));
    if (isMeant) at = above + meant;
    if (isGiven === false && isMeant === false) return [at, ...parts.slice(index + 1)].join('/');
  }
  return at;
}

/** The character that an escape stands for; visible ones are never escaped. */
function character(shown: string, code: string | undefined, letter = ''): string {
  if (code === undefined) return LETTERS[letter] ?? shown;
  const point = Number.parseInt(code, 16);
  return point > 0x10ffff || (point >= 0x20 && point < 0x7f) ? shown : String.fromCodePoint(point);
}

/** Null for what may not be looked at, below which an allowed directory may be. */
async function isThere(volume: Volume, path: string, signal?: AbortSignal): Promise<boolean | null> {
  try {
    return (await volume.locate(path, 'entry', { signal })).kind !== null;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === 'CANCELLED') throw error;
    // Whatever else is wrong with the path is said of the call.
    return error.failure.code === 'ACCESS_DENIED' ? null : false;
  }
}
