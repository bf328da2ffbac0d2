import { accessSync, type BigIntStats, close as closeLater, constants, lstatSync } from 'node:fs';
import { closeQuietly } from '../errors/best-effort.ts';
import { notRegular } from '../errors/not-regular.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { SystemPath } from '../paths/byte-path.ts';
import type { OpenFile } from '../volume/open-entry.ts';
import { identityOf } from './file-identity.ts';
import { LocalFile, MAX_SYNC_BYTES } from './local-file.ts';
import type { AllowedPin, Pin, Platform } from './platform.ts';
import type { Target } from './resolve-target.ts';

/** rename(2) needs no permission on the file itself, so without this check a write-protected file would be replaced. */
export function assertWritable(platform: Platform, { parent, existing, missing, name }: Target, isDry: boolean): void {
  const { R_OK, W_OK, X_OK } = constants;
  platform.within(parent, (at) => {
    if (isDry) {
      // A real write finds out by making its directories and its temporary file.
      accessSync(at('.'), W_OK | X_OK);
      // Throws for a name that the file system cannot hold, such as one that is too long.
      for (const made of [...missing, name]) statAt(at(made));
    }
    // Read as well: a change may need what is there, and so may the copy of its attributes.
    if (existing !== null) accessSync(at(name), R_OK | W_OK);
  });
}

/** The regular file of a pin, which it takes over. */
export function heldFile(platform: Platform, pin: AllowedPin): LocalFile {
  assertRegularFile(platform, pin);
  // Closing an unlinked file frees its blocks, which is slow for a large file: off the critical path.
  const close = pin.stat.size > MAX_SYNC_BYTES ? (fd: number) => closeLater(fd, () => undefined) : closeQuietly;
  const release = (): void => {
    if (pin.fd >= 0) close(pin.fd);
  };
  const content = { open: () => platform.openContent(pin), release, opensAgain: !platform.keepsOpen };
  return new LocalFile(content, pin, close);
}

/** Releases the pin if it throws. */
function assertRegularFile(platform: Platform, pin: Pin): void {
  if (pin.stat.isFile()) return;
  platform.release(pin);
  const path = pin.realPath;
  if (pin.stat.isDirectory())
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot write "${path}": is a directory`);
  throw notRegular('write', path, pin.stat);
}

/** The last check before the rename: the name still leads to the state from which the change was computed. */
export function assertUnchanged(
  { platform, directory }: { readonly platform: Platform; readonly directory: Pin },
  target: Target,
  current: Pick<OpenFile, 'identity'> | null,
): void {
  const path = target.realPath;
  const now = platform.within(directory, (at) => statAt(at(target.name)));
  if (now === null && current === null) return;
  if (now?.isDirectory())
    throw new ToolError({ code: 'IS_DIRECTORY', path }, `Cannot write "${path}": is a directory now`);
  if (now && current?.identity.isSameState(identityOf(now))) return;
  throw changedMeanwhile('write', path);
}

/** Another program has changed what a change was computed from. */
export function changedMeanwhile(action: 'write' | 'change', path: string): ToolError {
  const message = `Cannot ${action} "${path}": it changed meanwhile`;
  return new ToolError({ code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true }, message);
}

/** True if a write failed only because the file changed under it, so that it may be computed anew. */
export function isLostRace(error: unknown): boolean {
  if (!(error instanceof ToolError)) return false;
  return error.failure.code === 'CONFLICT' && 'changedMeanwhile' in error.failure;
}

/** The state of what is at a path, links not followed; null if nothing is. @throws the system's error */
export function statAt(path: SystemPath): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}
