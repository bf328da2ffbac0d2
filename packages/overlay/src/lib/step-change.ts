import {
  type FileChange,
  type OpenFile,
  type RealPath,
  readRange,
  ToolError,
  versionOf,
} from '@dragoman/fs-core/internal/kernel';
import { SHARED_MODES } from '@dragoman/fs-core/internal/volume-kit';
import { versionBelow } from './changes-of.ts';
import type { Below, FileEntry } from './entry.ts';
import { strangersIn } from './look-below.ts';
import type { MergedVolume } from './merged.ts';
import type { Step } from './plan-commit.ts';

/** A step as a change of the volume below, on the condition that what is there is as it was. */
export function stepChange(merged: MergedVolume, step: Step): FileChange {
  const { path, entry } = step;
  switch (step.kind) {
    case 'write':
      return {
        kind: 'write',
        path,
        mode: ownModeOf(step.entry),
        async change(current, realPath) {
          await assertSame({ path, below: entry.below?.kind === 'file' ? entry.below : null }, current, realPath);
          return [await contentOf(merged, step.entry)];
        },
      };
    case 'move': {
      const { from, source } = step;
      const precondition = (current: OpenFile | null, realPath: RealPath) =>
        assertSame({ path: from, below: source.below }, current, realPath);
      const isSame = versionBelow(source.below) === step.entry.version;
      const change = async () => [await contentOf(merged, step.entry)];
      return { kind: 'move', from, to: path, precondition, ...(!isSame && { change }) };
    }
    case 'remove':
      return {
        kind: 'remove',
        path,
        precondition: (current, at) => assertSame({ path, below: entry.below }, current, at),
      };
    case 'remove-tree':
      return { kind: 'remove', path, recursive: true, precondition: () => assertKnown(merged, path) };
  }
}

/** The mode that a program gave a file; undefined for that which the file below has, or gets as a new one. */
function ownModeOf({ below, mode }: FileEntry): number | undefined {
  const usual = below?.kind === 'file' ? below.mode : SHARED_MODES.file;
  return (mode & 0o7777) === (usual & 0o7777) ? undefined : mode & 0o7777;
}

async function contentOf({ store }: MergedVolume, { content, size }: FileEntry): Promise<Uint8Array> {
  using file = store.contents.open(content);
  return await readRange(file, 0, size);
}

interface ExpectedBase {
  readonly path: RealPath;
  readonly below: Below;
}

async function assertSame({ path, below }: ExpectedBase, current: OpenFile | null, realPath: RealPath): Promise<void> {
  const version = current === null ? null : await versionOf(current);
  // Reached through a link: never written.
  if (realPath !== path || version !== versionBelow(below)) throw changed(path);
}

async function assertKnown({ base, store }: MergedVolume, path: RealPath): Promise<void> {
  const [stranger] = await strangersIn(base, path, store.entries);
  if (stranger !== undefined) throw changed(stranger.path);
}

function changed(path: RealPath): ToolError {
  const message = `Cannot commit "${path}": it changed meanwhile`;
  return new ToolError({ code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true }, message);
}
