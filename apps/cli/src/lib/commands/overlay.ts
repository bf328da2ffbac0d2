import { resolve } from 'node:path';
import { type LaidOverlay, type Options, openOverlay } from '@dragoman/dialects/internal/options';
import {
  changesText,
  commitNotes,
  commitRefusal,
  commitStopText,
  commitWarning,
  diffText,
  pathsBelow,
  progressText,
  type ShowPath,
} from '@dragoman/formatters/internal/command-line';
import { ToolError } from '@dragoman/fs-core';
import { contains, resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import type { CommitResult, OverlayChange } from '@dragoman/outcomes';
import type { Invocation } from '../cli-context.ts';
import type { GivenFlags } from '../flags.ts';
import { printPaged } from '../journal-command.ts';
import { jsonLine } from '../json-line.ts';
import { loadObjectVolumes, optionsFrom } from '../options.ts';
import { commandWords } from '../program-flags.ts';
import { openProgressLine } from '../progress.ts';
import { note, refuse } from '../refuse.ts';
import { paintGitDiff } from '../terminal/colours.ts';
import { UsageError } from '../usage-error.ts';
import { isOverlayAction, type OverlayAction } from './overlay-actions.ts';

/** The overlay that an action works on. */
interface Review extends LaidOverlay {
  readonly context: Invocation['context'];
  readonly given: GivenFlags;
  readonly options: Options;
  /** Undefined: everything. */
  readonly paths: readonly string[] | undefined;
  readonly changes: readonly OverlayChange[];
  readonly show: ShowPath;
}

const ACTIONS: Readonly<Record<OverlayAction, (review: Review) => Promise<number>>> = { diff, commit, discard };

/** `overlay`: what sessions with `--overlay` have changed. The exit status is 1 where something stands in the way. */
export async function reviewOverlay({ words, context }: Invocation): Promise<number> {
  const given = commandWords(words, Number.POSITIVE_INFINITY);
  const [action, ...named] = given.operands;
  if (!isOverlayAction(action)) throw new UsageError('dragoman overlay needs one of diff, commit, discard');
  const options = optionsFrom(given.values, context);
  assertPermitted(action, options);
  const laid = await openOverlay(options, { loadObjectVolumes });
  try {
    const paths = named.length === 0 ? undefined : named.map((path) => resolve(options.workdir, path));
    const changes = await changesAt(laid, paths);
    const show = pathsBelow(resolvedAsFarAs(options.workdir));
    if (changes.length === 0 && !given.values.has('json'))
      await note([`The overlay of ${laid.overlay.roots.map(show).join(', ')} has changed nothing`], given, context);
    return await ACTIONS[action]({ ...laid, context, given, options, paths, changes, show });
  } catch (error) {
    if (error instanceof ToolError) return refuse([error.message], given, context);
    throw error;
  } finally {
    await laid.overlay[Symbol.asyncDispose]();
  }
}

function assertPermitted(action: OverlayAction, { readOnly, dryRun }: Options): void {
  if (action === 'diff') return;
  if (readOnly) throw new UsageError(`--read-only leaves out overlay ${action}`);
  if (dryRun)
    throw new UsageError(`--dry-run leaves out overlay ${action}: dragoman overlay diff tells what it would do`);
}

/** @throws ToolError `NOT_FOUND` for a path at and below which nothing has changed */
async function changesAt({ overlay }: LaidOverlay, paths: readonly string[] | undefined): Promise<OverlayChange[]> {
  const all: OverlayChange[] = [];
  for await (const change of overlay.changes()) all.push(change);
  if (paths === undefined) return all;
  const real: string[] = [];
  for (const path of paths) {
    const { realPath } = await overlay.locate(path, 'entry');
    if (!all.some((change) => contains(realPath, change.path)))
      throw new ToolError({ code: 'NOT_FOUND', path }, `The overlay has changed nothing at "${path}"`);
    real.push(realPath);
  }
  return all.filter(({ path }) => real.some((chosen) => contains(chosen, path)));
}

async function diff(review: Review): Promise<number> {
  const { changes, options, show, given, context } = review;
  const conflicts = await review.conflictsWith(changes);
  if (given.values.has('json')) return print({ changes, conflicts }, context);
  const text = Buffer.from(diffText(await review.diffed(changes), resolvedAsFarAs(options.workdir)), 'latin1');
  await printPaged({ text, paint: paintGitDiff }, given, context);
  if (conflicts.length > 0) await note([commitWarning(conflicts, show)], given, context);
  return 0;
}

const NOTHING_DONE = { done: [], conflicts: [], brokenHardLinks: [] };

async function commit(review: Review): Promise<number> {
  const { overlay, paths, changes, show, given, context } = review;
  using progress = openProgressLine('commit', context.stderr);
  const onStaged = (done: number): void => {
    const count = { done, total: changes.length };
    progress.report({ ...count, message: progressText(count) });
  };
  const work = async (signal: AbortSignal): Promise<CommitResult | null> => {
    if (changes.length === 0) return NOTHING_DONE;
    return await overlay.commit(paths, { onStaged, signal }).catch((error: unknown) => {
      if (error instanceof ToolError && error.code === 'CANCELLED') return null;
      throw error;
    });
  };
  const result = await context.interruption.during(work);
  if (result === null) return await interrupted(review);
  if (given.values.has('json')) print(result, context);
  else context.stdout.write(changesText(result.done, show));
  if (!given.values.has('json')) await note(commitNotes(result, show), given, context);
  if (result.conflicts.length === 0) return 0;
  return refuse([commitRefusal(result, show)], given, context);
}

/** Tells what a commit has written that a signal ended. */
async function interrupted({ overlay, changes, show, given, context }: Review): Promise<number> {
  const left = new Set<string>();
  for await (const { path } of overlay.changes()) left.add(path);
  const done = changes.filter(({ path }) => !left.has(path));
  context.stdout.write(changesText(done, show));
  return refuse([commitStopText({ done: done.length, total: changes.length })], given, context);
}

async function discard({ overlay, paths, changes, show, given, context }: Review): Promise<number> {
  if (changes.length > 0) await overlay.discard(paths);
  if (given.values.has('json')) return print({ discarded: changes }, context);
  context.stdout.write(changesText(changes, show));
  return 0;
}

function print(result: object, { stdout }: Invocation['context']): number {
  stdout.write(jsonLine(result));
  return 0;
}
