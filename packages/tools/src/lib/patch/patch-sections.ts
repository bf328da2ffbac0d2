import { isAbsolute, join, resolve } from 'node:path';
import {
  assertGivenLength,
  createPace,
  type Location,
  type Pace,
  paced,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import { type Hunk, PatchError, parsePatchInSteps, type Section } from '@dragoman/patch';
import type { Session } from '../session.ts';

/** A file of a patch, and where it is. */
export interface LocatedSection {
  readonly section: Section;
  /** Absolute. */
  readonly path: string;
  /** The entry itself if it is moved or deleted; else the file that holds the content. */
  readonly at: LocatedPath;
  /** The new name of what is moved; null if the file stays where it is. */
  readonly to: { readonly path: string; readonly at: LocatedPath } | null;
  /** The file that holds the content, if a link to it is moved; else null. */
  readonly behindLink: LocatedPath | null;
}

/** Its `kind` is null if nothing is there, and if what is there is unknown. */
interface LocatedPath {
  readonly realPath: string;
  readonly kind: Location['kind'];
  /** The reason why it is unknown. */
  readonly error?: ToolError;
}

/** @throws ToolError `INVALID_ARGUMENT` with the problem `patch` */
export async function sectionsOf(patch: string, pace: Pace): Promise<readonly Section[]> {
  try {
    return (await paced(parsePatchInSteps(patch), pace)).sections;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const { problem: fault, ...facts } = error.problem;
    const text = 'path' in facts ? { line: facts.line, text: facts.path } : facts;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'patch', fault, ...text }, error.message);
  }
}

export interface LocateOptions {
  /** Absolute: where relative paths begin. */
  readonly directory: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Finds all files.
 * @throws ToolError `ACCESS_DENIED`, `CANCELLED`; `INVALID_ARGUMENT` for a file that two sections name
 */
export async function locateSections(
  session: Session,
  sections: readonly Section[],
  options: LocateOptions,
): Promise<LocatedSection[]> {
  const located: LocatedSection[] = [];
  const pace = createPace(options.signal);
  for (const section of sections) {
    located.push(await locateSection(session, section, options));
    await pace();
  }
  const taken = new Set<string>();
  for (const { path, at, to, behindLink } of located) {
    const ends = [
      { path, at },
      ...(to === null ? [] : [to]),
      ...(behindLink === null ? [] : [{ path, at: behindLink }]),
    ];
    for (const end of ends) {
      if (taken.has(end.at.realPath)) throw namedTwice(end.path);
      taken.add(end.at.realPath);
    }
  }
  return located;
}

/** The absolute path that a patch names. */
export function sectionPath(session: Session, path: string, { directory }: LocateOptions): string {
  assertGivenLength(path);
  return resolve(session.resolve(isAbsolute(path) ? path : join(directory, path)));
}

/** Finds a file before it is read. @throws ToolError `ACCESS_DENIED` */
export async function locateSection(
  session: Session,
  section: Section,
  options: LocateOptions,
): Promise<LocatedSection> {
  const locate = (change: 'target' | 'entry', at: string): Promise<LocatedPath> =>
    locatedIn(session.volume, { path: at, change }, options);
  const path = sectionPath(session, section.path, options);
  const isMoved = section.change === 'update' && section.moveTo !== undefined;
  const moveTo = isMoved ? sectionPath(session, section.moveTo, options) : null;
  const names = section.change === 'delete' || moveTo !== null;
  const at = await locate(names ? 'entry' : 'target', path);
  const target = moveTo === null ? null : { path: moveTo, at: await locate('entry', moveTo) };
  const to = target?.at.realPath === at.realPath ? null : target;
  const isLink = moveTo !== null && at.kind === 'link' && hunksOf(section).length > 0;
  const behindLink = isLink ? await locate('target', path) : null;
  return { section, path, at, to, behindLink };
}

export function hunksOf(section: Section): readonly Hunk[] {
  return section.change === 'update' ? section.hunks : [];
}

/** Throws only what a rule forbids. Other failures are kept: they are reported in the order of the sections. */
async function locatedIn(
  volume: Volume,
  { path, change }: { readonly path: string; readonly change: 'target' | 'entry' },
  { signal }: LocateOptions,
): Promise<LocatedPath> {
  try {
    return await volume.locate(path, change, { signal });
  } catch (error) {
    if (!(error instanceof ToolError) || error.code === 'ACCESS_DENIED' || error.code === 'CANCELLED') throw error;
    return { realPath: path, kind: null, error };
  }
}

function namedTwice(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'twice', path },
    `Cannot change "${path}": another section of the patch names it`,
  );
}
