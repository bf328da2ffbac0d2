import { normalize, resolve, sep } from 'node:path';
import { contains, createPace, isPathError, type OpenDirectory } from '@dragoman/fs-core/internal/kernel';
import type { PathCompletions } from '@dragoman/outcomes/internal/parts';
import { slashPath } from '../../native-path.ts';
import type { CallOptions, Session } from '../../session.ts';
import { childAt, entriesFrom } from './children.ts';
import { ignoredNames } from './ignored-names.ts';
import { byName } from './walk-by-name.ts';

/** The beginning of a path. */
export interface CompletePathRequest {
  /** Names with `/` between them; absolute even without the first one, else relative to the working directory. */
  readonly typed: string;
  /** The most paths to give, and the most links to follow. */
  readonly limit: number;
  readonly timeoutMs: number;
}

/**
 * Completes a path to those of trees, or of files and directories in one directory, by the bytes of names: no ignored
 * ones, and hidden ones only if a name is typed with its dot. A path that may not be seen has no completions.
 * @throws ToolError `CANCELLED`
 */
export async function completePath(
  session: Session,
  request: CompletePathRequest,
  { signal }: CallOptions,
): Promise<PathCompletions> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const paths: string[] = [];
  if (request.typed.split('/').includes('..')) return { paths, more: false };
  const { trees, place } = placesFor(session, request.typed);
  paths.push(...trees.slice(0, request.limit));
  try {
    const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const more = place !== null && (await complete(session, { ...request, ...place, paths }, { signal: both }));
    return { paths, more: more || trees.length > request.limit };
  } catch (error) {
    if (!isPathError(error) || signal?.aborted) throw error;
    return { paths, more: timeout.aborted };
  }
}

/** A directory, and the beginning of names in it. */
interface Place {
  readonly directory: string;
  readonly beginning: string;
}

/** The trees that a path begins, and the place of entries that it begins; null if that lies in no tree. */
function placesFor(session: Session, typed: string): { trees: readonly string[]; place: Place | null } {
  const { roots } = session.volume;
  const path = sep === '/' ? `/${typed.replace(/^\/+/, '')}` : normalize(typed);
  const trees = roots.map(asDirectory).filter((tree) => tree.startsWith(slashPath(path)) && tree !== slashPath(path));
  const place = placeOf(path);
  if (roots.some((root) => contains(root, place.directory))) return { trees, place };
  const isRelative = trees.length === 0 && !typed.startsWith('/');
  return { trees, place: isRelative ? placeOf(resolve(session.workdir, '.') + sep + typed) : null };
}

function placeOf(path: string): Place {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf(sep)) + 1;
  return { directory: resolve(path.slice(0, end)), beginning: path.slice(end) };
}

function asDirectory(path: string): string {
  const slashes = slashPath(path);
  return slashes.endsWith('/') ? slashes : `${slashes}/`;
}

interface Completion extends Place, Pick<CompletePathRequest, 'limit'> {
  /** Takes the paths as they are found. */
  readonly paths: string[];
}

/** Returns true if there are more than are wanted. */
async function complete(session: Session, completion: Completion, { signal }: CallOptions): Promise<boolean> {
  const { directory: path, beginning, limit, paths } = completion;
  using node = await session.volume.open(path, { for: 'content', signal });
  if (node.kind === 'file') return false;
  const directory: OpenDirectory = node;
  const pace = createPace(signal);
  const isWanted = (name: string): boolean =>
    name.startsWith(beginning) && (beginning.startsWith('.') || !name.startsWith('.'));
  const candidates = (await entriesFrom(directory, null, signal)).filter(({ name }) => isWanted(name));
  const isIgnored = await ignoredNames(session, directory, signal);
  let followed = 0;
  for (const entry of byName(candidates)) {
    await pace();
    if (entry.kind === 'other' || isIgnored(entry.name, entry.kind === 'directory')) continue;
    if (paths.length >= limit || followed >= limit) return true;
    followed += entry.kind === 'link' ? 1 : 0;
    const kind = entry.kind === 'link' ? (await childAt(session, directory, entry))?.kind : entry.kind;
    const found = asDirectory(path) + entry.name;
    if (kind === 'file') paths.push(found);
    else if (kind === 'directory') paths.push(`${found}/`);
  }
  return false;
}
