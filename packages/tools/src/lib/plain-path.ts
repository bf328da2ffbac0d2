import { isAbsolute, join, sep } from 'node:path';
import { ToolError, type Volume } from '@dragoman/fs-core/internal/kernel';
import type { ReportedFailure } from './failure.ts';

const QUOTED = /^(["'`\u2018\u201c])(.*)["'`\u2019\u201d]$/s;
const FILE_URL = /^file:(?:\/\/(?:localhost(?=\/))?)?/i;

// No longer path can be meant.
const LONGEST = 4_096;

/** A path without what may stand around it: blanks, quotation marks, `@`, `file://`. */
export function plainPath(path: string): string {
  if (path.length > LONGEST) return path;
  const bare = path.trim().replace(QUOTED, '$2').replace(/^@/, '');
  const plain = FILE_URL.test(bare) ? decoded(bare.replace(FILE_URL, '')) : bare;
  return plain === path ? path : plainPath(plain);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A failure to find a path, with the path that is meant if something stands around it. */
export async function withPlainPath(volume: Volume, failure: ReportedFailure): Promise<ReportedFailure> {
  const isRelative = failure.code === 'INVALID_ARGUMENT' && failure.problem === 'relative';
  if (!isRelative && failure.code !== 'NOT_FOUND') return failure;
  for (const { plain } of plainForms(failure.path)) {
    if (await isThere(volume, plain)) return { ...failure, candidates: [plain], alike: true };
  }
  return failure;
}

/**
 * Refuses to make what has a path of something around another: around an absolute one, or around that of what is there.
 * @param path leads to nothing
 * @throws ToolError `NOT_FOUND` (details: `candidates`)
 */
export async function assertNotWrapped(volume: Volume, path: string): Promise<void> {
  for (const { plain, wrapped } of plainForms(path)) {
    const isInTree = volume.roots.some((root) => plain.startsWith(join(root, sep)));
    const isAbsolutePath = isInTree && wrapped !== path && plain === plainPath(wrapped);
    // Names may begin with `@`.
    if (!isAbsolutePath && wrapped.startsWith('@')) continue;
    if (!isAbsolutePath && !(await isThere(volume, plain))) continue;
    const failure = { code: 'NOT_FOUND', path, candidates: [plain], alike: true } as const;
    throw new ToolError(failure, `Cannot write "${path}": something stands around a path`);
  }
}

async function isThere(volume: Volume, path: string): Promise<boolean> {
  try {
    using _ = await volume.open(path, { for: 'names' });
    return true;
  } catch {
    return false;
  }
}

interface PlainForm {
  /** Absolute. */
  readonly plain: string;
  /** The part of the path that has something around it. */
  readonly wrapped: string;
}

const MOST_FORMS = 20;

/** The paths that a path may have something around; it may have been joined to the directory that it was relative to. */
function plainForms(path: string): readonly PlainForm[] {
  const ends = [...path.slice(0, LONGEST).matchAll(/[\\/](?=["'`\u2018\u201c@\s]|file:)/gi)].slice(0, MOST_FORMS);
  const below = ends.flatMap(({ index }) => {
    const wrapped = path.slice(index + 1);
    const plain = plainPath(wrapped);
    const joined = { plain: join(path.slice(0, index + 1), plain), wrapped };
    return isAbsolute(plain) ? [{ plain, wrapped }, joined] : [joined];
  });
  const whole = { plain: plainPath(path), wrapped: path };
  return [whole, ...below].filter(({ plain }) => isAbsolute(plain) && plain !== path);
}
