import { normalize } from 'node:path';
import type { FileChange, Volume } from '@dragoman/fs-core/internal/kernel';
import { forwardVolume, ToolError } from '@dragoman/fs-core/internal/kernel';
import { foldCase, foldForms, foldLook, mayFold } from './folded-name.ts';
import { beginningOf, meantPaths } from './meant-paths.ts';
import { assertNotWrapped } from './plain-path.ts';

type Signal = AbortSignal | undefined;

/**
 * A volume in which a name that nothing has leads to the one entry that it is meant for: the name as lists show it, with
 * escapes, or in other forms of the same characters. What is to be made goes to an entry that looks the same.
 */
export function withMeantNames(volume: Volume): Volume {
  /** Does something with a path; if nothing is there, with the path that is meant. */
  const withMeant = async <T>(path: string, work: (path: string) => Promise<T>, signal: Signal): Promise<T> => {
    try {
      return await work(path);
    } catch (error) {
      return work(await meantInstead(volume, path, { error, signal }));
    }
  };
  const change = async <T>(path: string, work: (path: string) => Promise<T>, signal: Signal): Promise<T> =>
    withMeant(await placeFor(volume, path, signal), work, signal);
  return {
    ...forwardVolume(volume),
    open: (path, purpose) => withMeant(path, (meant) => volume.open(meant, purpose), purpose?.signal),
    locate: async (path, kind, options) => volume.locate(await placeFor(volume, path, options?.signal), kind, options),
    update: (path, content, options) =>
      change(path, (meant) => volume.update(meant, content, options), options?.signal),
    remove: (path, options) => withMeant(path, (meant) => volume.remove(meant, options), options?.signal),
    async move(from, to, options) {
      const target = await placeFor(volume, to, options?.signal);
      return withMeant(from, (meant) => volume.move(meant, target, options), options?.signal);
    },
    makeDirectory: async (path, options) =>
      volume.makeDirectory(await placeFor(volume, path, options?.signal), options),
    async transact(changes, options) {
      const signal = options?.signal;
      const all: FileChange[] = [];
      for (const each of changes) all.push(mayFold(pathsOf(each)) ? await placed(volume, each, signal) : each);
      for (;;) {
        try {
          return await volume.transact(all, options);
        } catch (error) {
          await renameMissing(volume, all, { error, signal });
        }
      }
    },
  };
}

interface FailedWork {
  readonly error: unknown;
  readonly signal: Signal;
}

/**
 * The path of the one entry that is meant by a path that leads to nothing.
 * @throws the error of what was tried, with the paths of entries that may be meant
 */
async function meantInstead(volume: Volume, path: string, { error, signal }: FailedWork): Promise<string> {
  if (!(error instanceof ToolError)) throw error;
  if (error.failure.code === 'ACCESS_DENIED') return inTreeMeant(volume, path, { error, signal });
  if (error.failure.code !== 'NOT_FOUND' || error.failure.missing || error.failure.alike) throw error;
  const alike = await meantPaths(volume, path, { fold: foldForms, signal });
  const [only] = alike.paths;
  if (alike.isThere && alike.paths.length === 1 && only !== undefined && only !== path) return only;
  if (alike.isThere && alike.paths.length > 1) throw ambiguous(path, alike.paths, error);
  const otherCase = await meantPaths(volume, path, { fold: foldCase, signal });
  if (!otherCase.isThere) throw error;
  const candidates = otherCase.paths.slice(0, MOST_NAMED);
  throw new ToolError({ ...error.failure, candidates }, error.message, { cause: error });
}

/** The path of an entry below a tree of which the path names the tree itself in other forms. @throws the error */
async function inTreeMeant(volume: Volume, path: string, { error, signal }: FailedWork): Promise<string> {
  const plain = normalize(path);
  const { start } = beginningOf(volume, plain, foldForms);
  if (plain.startsWith(start)) throw error;
  const { paths, isThere } = await meantPaths(volume, path, { fold: foldForms, signal });
  const [only] = paths;
  if (!isThere || paths.length > 1 || only === undefined) throw error;
  return only;
}

const MOST_NAMED = 3;

/** The error for a path that stands for several entries alike: none is taken, and all are named. */
function ambiguous(path: string, candidates: readonly string[], cause?: ToolError): ToolError {
  const failure = cause?.failure.code === 'NOT_FOUND' ? cause.failure : { code: 'NOT_FOUND' as const, path };
  const message = `Cannot open "${path}": several names are the same but for the form of their characters`;
  return new ToolError({ ...failure, candidates, alike: true }, message, { cause });
}

/**
 * The place of what is to be made or changed: that of an entry that looks the same, if there is one.
 * @throws ToolError `NOT_FOUND` if there are several, or if the path has another absolute path in it
 */
async function placeFor(volume: Volume, path: string, signal?: Signal): Promise<string> {
  if (!mayFold(path)) return path;
  const { paths, isThere } = await meantPaths(volume, path, { fold: foldLook, signal });
  const [place = path, second] = paths;
  if (second !== undefined) throw ambiguous(path, paths);
  if (!isThere) await assertNotWrapped(volume, path);
  return place;
}

async function placed(volume: Volume, change: FileChange, signal: Signal): Promise<FileChange> {
  if (change.kind !== 'move') return { ...change, path: await placeFor(volume, change.path, signal) };
  const [from, to] = [await placeFor(volume, change.from, signal), await placeFor(volume, change.to, signal)];
  return { ...change, from, to };
}

/** Gives the change whose path led to nothing the path that is meant. @throws the error if none is */
async function renameMissing(volume: Volume, changes: FileChange[], failed: FailedWork): Promise<void> {
  const { error } = failed;
  const missing = error instanceof ToolError && error.failure.code === 'NOT_FOUND' ? error.failure.path : null;
  const index = changes.findIndex((change) => pathOf(change) === missing);
  const change = changes[index];
  if (change === undefined) throw error;
  const path = await meantInstead(volume, pathOf(change), failed);
  changes[index] = change.kind === 'move' ? { ...change, from: path } : { ...change, path };
}

/** The paths of a change as one text. */
function pathsOf(change: FileChange): string {
  return change.kind === 'move' ? change.from + change.to : change.path;
}

function pathOf(change: FileChange): string {
  return change.kind === 'move' ? change.from : change.path;
}
