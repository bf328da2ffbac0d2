import type { Log, Volume } from '@dragoman/fs-core';
import type { CommitConflict, OverlayChange } from '@dragoman/outcomes';
import type { DiffedFile } from '@dragoman/outcomes/internal/parts';
import type { Overlay } from '@dragoman/overlay';
import { EXTRAS, openDirectories } from '@dragoman/tools/internal/session';
import { namingOption } from './naming-option.ts';
import type { ObjectVolumes } from './open-volumes.ts';
import type { Options } from './options.ts';
import { sessionOptionsOf } from './session-options.ts';

/** Settings that an app gives besides the options. */
export interface OpeningOptions {
  readonly log?: Log;
  /** Loads what `--volume` needs; called only if one is named. */
  readonly loadObjectVolumes: () => Promise<ObjectVolumes>;
}

/** An overlay, and what it lies over. Disposing of the overlay closes both. */
export interface LaidOverlay {
  readonly overlay: Overlay;
  /** The files below before and after changes, as `git diff` would show them. */
  diffed(changes: readonly OverlayChange[]): Promise<readonly DiffedFile[]>;
  /** Lists the files that by now have another version below than changes of the overlay are based on. */
  conflictsWith(changes: readonly OverlayChange[]): Promise<readonly CommitConflict[]>;
}

/**
 * Opens the overlay that sessions of the options work in, whether or not the options ask for one.
 * @throws ToolError as `openSession`
 */
export async function openOverlay(options: Options, opening: OpeningOptions): Promise<LaidOverlay> {
  return namingOption(options, () => openLaid(options, opening));
}

/** @throws ToolError as `openBelow` */
export async function openLaid(options: Options, opening: OpeningOptions): Promise<LaidOverlay> {
  const below = await openBelow(options, opening);
  const { conflictsBelow, diffedOver } = await import('@dragoman/tools/internal/overlay');
  const overlay = await EXTRAS.overlay(below, options);
  const close = async (): Promise<void> => {
    await overlay[Symbol.asyncDispose]();
    await below[Symbol.asyncDispose]();
  };
  return {
    overlay: { ...overlay, [Symbol.asyncDispose]: close },
    diffed: (changes) => diffedOver({ overlay, below }, changes, options.maxFileSize),
    conflictsWith: (changes) => conflictsBelow(below, changes),
  };
}

/** The stores that the options name and the allowed directories, as one volume. @throws ToolError as `createSession` */
async function openBelow(options: Options, { log, loadObjectVolumes }: OpeningOptions): Promise<Volume> {
  if (options.volumes.length === 0) return openDirectories({ ...sessionOptionsOf(options), ...(log && { log }) });
  const { openVolumes } = await import('./open-volumes.ts');
  return openVolumes(options, await loadObjectVolumes(), log);
}
