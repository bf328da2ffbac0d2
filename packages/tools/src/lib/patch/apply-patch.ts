import { normalize } from 'node:path';
import {
  type Change,
  type ChangeResult,
  createPace,
  type FileChange,
  ToolError,
} from '@dragoman/fs-core/internal/kernel';
import type { PatchedFile, PatchOutcome, ReplacedEncoding } from '@dragoman/outcomes/internal/parts';
import type { Section } from '@dragoman/patch';
import { encodeOver } from '@dragoman/text/internal/text';
import { mayFold } from '../folded-name.ts';
import { errorAbout } from '../operations/read/error-about.ts';
import { assertContentSize } from '../operations/read/size-limits.ts';
import type { Session, WriteCall } from '../session.ts';
import { hunksChange } from './hunks-change.ts';
import {
  hunksOf,
  type LocatedSection,
  type LocateOptions,
  locateSection,
  locateSections,
  sectionPath,
  sectionsOf,
} from './patch-sections.ts';

/** A patch in the language of `@dragoman/patch`. */
export interface ApplyPatchRequest {
  readonly patch: string;
  /** Absolute path at which relative ones begin. Default: the session's current directory. */
  readonly directory?: string | undefined;
}

/**
 * Applies a patch to all files that it names, or to none. Problems are found in this order: of the text, of access, of
 * files named twice, then section by section what is not there, and last what only shows when a file is written.
 * @throws ToolError `INVALID_ARGUMENT`, `ACCESS_DENIED`, `NOT_FOUND`, `IS_DIRECTORY` and others with `during`; as
 * `hunksChange`
 * @example await applyPatch(session, { patch }, call)
 */
export async function applyPatch(
  session: Session,
  { patch, directory = session.cwd }: ApplyPatchRequest,
  call: WriteCall<PatchOutcome>,
): Promise<PatchOutcome> {
  const since = performance.now();
  const { signal, approve } = call;
  const pace = createPace(signal);
  const sections = await sectionsOf(patch, pace);
  const dryRun = session.dryRun || (call.dryRun ?? false);
  const planned: PlannedSection[] = [];
  const outcomeOf = (results: readonly ChangeResult[], isDry: boolean): PatchOutcome => {
    let from = 0;
    const files = planned.map(({ section, changes, replaced }) => {
      const to = from + changes.length;
      const file = fileOf(section, results.slice(from, to));
      const former = replaced?.();
      from = to;
      return former === undefined ? file : { ...file, replaced: former };
    });
    return { kind: 'patch', files, dryRun: isDry, elapsedMs: performance.now() - since };
  };
  const asked = {
    ...call,
    approve: approve && ((results: readonly ChangeResult[]) => approve(outcomeOf(results, true))),
  };
  try {
    for (const section of sections) {
      planned.push(await changesFor(session, section, { directory, signal }));
      await pace();
    }
    const changes = planned.flatMap((each) => each.changes);
    return outcomeOf(await session.transact(changes, asked), dryRun);
  } catch (error) {
    // What happened meanwhile is not to be told by what is there now.
    if (error instanceof ToolError && (error.code === 'CONFLICT' || error.code === 'CANCELLED')) throw error;
    const located = await locateSections(session, sections, { directory, signal });
    throw await problemOf(session, located, { error, since, signal });
  }
}

/** The problem to report of a patch that failed with an error: the first, in the order that `applyPatch` states. */
async function problemOf(
  session: Session,
  sections: readonly LocatedSection[],
  { error, ...began }: PatchStart & { readonly error: unknown },
): Promise<unknown> {
  const missing = sections.findIndex(isMissing);
  if (missing !== -1) return await firstProblem(session, sections.slice(0, missing + 1), began);
  if (!isPathFailure(error)) return error;
  return (await firstProblem(session, sections, began)) ?? whileWriting(error, began.since);
}

function isMissing({ section, at }: LocatedSection): boolean {
  return section.change !== 'add' && (at.kind === null || at.kind === 'directory');
}

interface PatchStart {
  /** Start of the patch by `performance.now()`. */
  readonly since: number;
  readonly signal: AbortSignal | undefined;
}

/** The first problem that the sections have with what is on the disk. */
async function firstProblem(
  session: Session,
  sections: readonly LocatedSection[],
  { since, signal }: PatchStart,
): Promise<unknown> {
  const pace = createPace(signal);
  for (const located of sections) {
    await pace();
    const { section, path, at } = located;
    if (isMissing(located)) {
      if (at.error !== undefined && !isPathFailure(at.error)) return errorAbout(path, at.error);
      const code = at.kind === null ? 'NOT_FOUND' : 'IS_DIRECTORY';
      const change = section.change === 'delete' ? 'delete' : 'update';
      const failure = { code, path, during: { change, elapsedMs: performance.now() - since } } as const;
      return new ToolError(failure, `Cannot ${change} "${path}": no file is there`);
    }
    const problem = await problemOfHunks(session, located, signal);
    if (problem !== null) return problem;
  }
  return null;
}

async function problemOfHunks(
  session: Session,
  { section, path }: LocatedSection,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const hunks = hunksOf(section);
  if (hunks.length === 0) return null;
  try {
    using file = await session.volume.open(path, { for: 'content' });
    if (file.kind === 'file') await hunksChange(session, path, { hunks, signal })(file, file.realPath);
    return null;
  } catch (error) {
    return error;
  }
}

// Failures because a path is taken or missing. An earlier problem of the patch is reported instead, if there is one.
const PATH_FAILURES: readonly string[] = [
  'NOT_FOUND',
  'IS_DIRECTORY',
  'NOT_DIRECTORY',
  'exists',
  'twice',
  'into-itself',
];

function isPathFailure(error: unknown): error is ToolError {
  if (!(error instanceof ToolError)) return false;
  const { failure } = error;
  return PATH_FAILURES.includes('problem' in failure ? failure.problem : failure.code);
}

function whileWriting({ failure, message }: ToolError, since: number): ToolError {
  const during = { change: 'write', elapsedMs: performance.now() - since } as const;
  return new ToolError({ ...failure, during } as typeof failure, message);
}

interface PlannedSection {
  readonly section: Section;
  readonly changes: readonly FileChange[];
  /** Tells of an added file what encoding it replaced, once its content was computed. */
  readonly replaced?: () => ReplacedEncoding | undefined;
}

async function changesFor(session: Session, section: Section, options: LocateOptions): Promise<PlannedSection> {
  const path = sectionPath(session, section.path, options);
  if (section.change === 'delete') return { section, changes: [removalOf(session, path, options)] };
  if (section.change === 'add') {
    const { change, replaced } = await addition(session, section.lines, path);
    return { section, changes: [{ kind: 'write', path, change }], replaced };
  }
  const { hunks } = section;
  const call = { hunks, signal: options.signal };
  const write = { kind: 'write', path, change: hunksChange(session, path, call) } as const;
  if (section.moveTo === undefined) return { section, changes: [write] };
  const { to, behindLink } = await locateSection(session, section, options);
  if (to === null && hunks.length > 0) return { section, changes: [write] };
  const move = { kind: 'move', from: path, to: to?.path ?? path, overwrite: true } as const;
  if (behindLink !== null) return { section, changes: [{ ...write, path: behindLink.realPath }, move] };
  if (hunks.length === 0) return { section, changes: [move] };
  return {
    section,
    changes: [{ ...move, change: hunksChange(session, path, { ...call, movedTo: to?.at.realPath }) }],
  };
}

/** The removal of a file or link; an empty directory is not removed either. */
function removalOf({ volume }: Session, path: string, { signal }: LocateOptions): FileChange {
  return {
    kind: 'remove',
    path,
    async precondition(current) {
      if (current !== null || (await volume.locate(path, 'entry', { signal })).kind !== 'directory') return;
      throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot delete "${path}": is a directory`);
    },
  };
}

interface Addition {
  readonly change: Change;
  readonly replaced: () => ReplacedEncoding | undefined;
}

/** The content of an added file; what is there already keeps its encoding. */
async function addition(session: Session, lines: readonly string[], path: string): Promise<Addition> {
  const text = lines.map((line) => `${line}\n`).join('');
  try {
    const { bytes } = await encodeOver(null, text);
    assertContentSize(session, bytes.length, { verb: 'write', path });
  } catch (error) {
    throw errorAbout(path, error);
  }
  let replaced: ReplacedEncoding | undefined;
  const change: Change = async (current) => {
    const overwriting = await encodeOver(current, text);
    replaced = overwriting.replaced;
    return [overwriting.bytes];
  };
  return { change, replaced: () => replaced };
}

function fileOf(section: Section, results: readonly ChangeResult[]): PatchedFile {
  const { change, path } = section;
  let version: string | null = null;
  let isAtomic = true;
  for (const result of results) {
    if ('version' in result) version ??= result.version;
    if ('atomic' in result && result.atomic === false) isAtomic = false;
  }
  const [first] = results;
  const realPath = first !== undefined && 'from' in first ? first.from : first?.realPath;
  const isOther = realPath !== undefined && mayFold(path) && !realPath.endsWith(normalize(path));
  const written = {
    ...(isOther && { realPath }),
    ...(version !== null && { version }),
    ...(!isAtomic && { atomic: false as const }),
  };
  if (change !== 'update') return { change, path, ...written };
  const { moveTo } = section;
  const isMoved =
    moveTo !== undefined && results.some((result) => result.change === 'move' && result.from !== result.realPath);
  return isMoved ? { change: 'move', path: moveTo, from: path, ...written } : { change, path, ...written };
}
