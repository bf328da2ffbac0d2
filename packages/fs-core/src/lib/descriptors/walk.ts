import { isAbsolute, join, sep } from 'node:path';
import { nullOn } from '../errors/best-effort.ts';
import { systemError } from '../errors/errno.ts';
import { linkText } from '../paths/byte-path.ts';
import type { Pin, Platform } from './platform.ts';

/** Result of following a path one name at a time. The pin it ends with belongs to the caller. */
export type Walk =
  | { readonly arrived: true; readonly pin: Pin; readonly aliases: readonly string[] }
  | {
      readonly arrived: false;
      /** The last directory that was reached. */
      readonly directory: Pin;
      /** The name in it that could not be entered. */
      readonly name: string;
      /** The names that would have followed. */
      readonly rest: readonly string[];
      readonly error: unknown;
      /** The path of every link that was followed. */
      readonly aliases: readonly string[];
    };

// path_resolution(7): the kernel gives up after 40 links.
const MAX_LINKS = 40;

/**
 * Walks an absolute path by descriptors. `..` (which only a link's text can contain here) goes back along the
 * directories that were really entered, as the kernel's does. If it would leave a directory that `mayPass` refuses,
 * the walk stops: a link that goes out and comes back would reveal what exists out there.
 */
export function walk(platform: Platform, absolutePath: string, mayPass: (realPath: string) => boolean): Walk {
  const entered: Pin[] = [platform.pinRoot(absolutePath)];
  const pending = namesOf(absolutePath);
  const aliases: string[] = [];
  const top = (): Pin => entered.at(-1) as Pin;
  const keepTop = (): Pin => {
    const last = entered.pop() as Pin;
    for (const pin of entered.splice(0)) platform.release(pin);
    return last;
  };

  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    try {
      if (name === '..') {
        if (!mayPass(top().realPath)) throw systemError('EACCES');
        if (entered.length > 1) platform.release(entered.pop() as Pin);
        continue;
      }
      const entry = platform.pinEntry(top(), name);
      if (entry.stat.isSymbolicLink()) {
        platform.release(entry);
        aliases.push(join(top().realPath, name));
        if (aliases.length > MAX_LINKS) throw systemError('ELOOP');
        // Null if the link was replaced by something else since it was seen.
        const target = nullOn('EINVAL', () => platform.within(top(), (at) => linkText(at(name))));
        if (target === null) {
          pending.push(name);
          continue;
        }
        if (isAbsolute(target)) entered.splice(1).forEach(platform.release);
        pending.push(...namesOf(target));
      } else if (entry.stat.isDirectory()) {
        entered.push(entry);
      } else if (pending.length === 0) {
        entered.push(entry);
      } else {
        platform.release(entry);
        throw systemError('ENOTDIR');
      }
    } catch (error) {
      return { arrived: false, directory: keepTop(), name, rest: pending.reverse(), error, aliases };
    }
  }
  return { arrived: true, pin: keepTop(), aliases };
}

/** The names of a path, last one first. */
function namesOf(path: string): string[] {
  return path
    .split(sep === '\\' ? /[\\/]/ : '/')
    .filter((name) => name !== '' && name !== '.' && !/^[A-Za-z]:$/.test(name))
    .reverse();
}
