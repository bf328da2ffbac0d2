import { chmodSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from './attempt.ts';
import { errnoOf } from './errno.ts';
import type { Pin, Platform } from './platform.ts';
import { removeQuietly } from './remove-quietly.ts';
import type { Target } from './resolver.ts';
import { systemPath } from './system-name.ts';
import { ToolError } from './tool-error.ts';

const NEW_DIRECTORY_MODE = 0o755;

export interface MadeDirectories extends Disposable {
  readonly directory: Pin;
  /** Directories in which one was made: their entries must reach the disk, too. */
  readonly grown: readonly Pin[];
  /** From now on the directories stay. */
  keep(): void;
}

/** Makes each missing directory inside the one before and enters it by descriptor; removes them again unless kept. */
export function makeDirectories(platform: Platform, target: Target): MadeDirectories {
  const made: { readonly parent: Pin; readonly name: string; readonly pin: Pin; readonly own: boolean }[] = [];
  let kept = false;
  const undo = (): void => {
    for (const { parent, name, pin, own } of made.reverse()) {
      platform.release(pin);
      if (own && !kept) removeDirectory(platform, parent, name);
    }
  };
  let directory = target.parent;
  try {
    for (const name of target.missing) {
      const parent = directory;
      const own = makeDirectory(platform, parent, name);
      const pin = pinMade(platform, parent, { name, own });
      made.push({ parent, name, pin, own });
      if (!pin.stat.isDirectory()) throw notADirectory(join(parent.realPath, name));
      if (own) attempt(() => platform.within(pin, (at) => chmodSync(at('.'), NEW_DIRECTORY_MODE | inherited(pin))));
      directory = pin;
    }
  } catch (error) {
    undo();
    throw error;
  }
  return {
    directory,
    grown: made.filter(({ own }) => own).map(({ parent }) => parent),
    keep: () => {
      kept = true;
    },
    [Symbol.dispose]: undo,
  };
}

/** The set-group-id bit, which a directory inherits from its parent: what is made in it belongs to the same group. */
function inherited({ stat }: Pin): number {
  return Number(stat.mode) & 0o2000;
}

/** False where somebody else made it first. */
function makeDirectory(platform: Platform, parent: Pin, name: string): boolean {
  try {
    platform.within(parent, (at) => mkdirSync(systemPath(at(name)), NEW_DIRECTORY_MODE));
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function pinMade(platform: Platform, parent: Pin, { name, own }: { name: string; own: boolean }): Pin {
  try {
    return platform.pinEntry(parent, name);
  } catch (error) {
    if (own) removeDirectory(platform, parent, name);
    throw error;
  }
}

function removeDirectory(platform: Platform, parent: Pin, name: string): void {
  removeQuietly(() => platform.within(parent, (at) => rmdirSync(systemPath(at(name)))));
}

function notADirectory(path: string): ToolError {
  return new ToolError('NOT_DIRECTORY', `Cannot make a file below "${dirname(path)}": not a directory`, { path });
}
