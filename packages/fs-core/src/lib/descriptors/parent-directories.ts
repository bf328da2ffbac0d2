import { chmodSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, nullOn, orUndo, removeQuietly } from '../errors/best-effort.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { NewModes } from './attributes.ts';
import type { Pin, Platform } from './platform.ts';
import type { Target } from './resolve-target.ts';

interface MadeDirectory {
  readonly parent: Pin;
  readonly name: string;
  readonly pin: Pin;
  /** False if another process made it first. */
  readonly own: boolean;
}

/** Makes each missing directory inside the one before and enters it by descriptor; removes them again unless kept. */
export class ParentDirectories implements Disposable {
  readonly #platform: Platform;
  readonly #mode: number;
  readonly #made: MadeDirectory[] = [];
  #isKept = false;
  #directory: Pin;

  constructor(platform: Platform, target: Pick<Target, 'parent' | 'missing'>, { directory }: NewModes) {
    this.#platform = platform;
    this.#mode = directory;
    this.#directory = target.parent;
    try {
      for (const name of target.missing) this.#make(name);
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** The last one made, or else the one that was there. */
  get directory(): Pin {
    return this.#directory;
  }

  /** Directories in which one was made: their entries must reach the disk, too. */
  get grown(): readonly Pin[] {
    return this.#made.filter(({ own }) => own).map(({ parent }) => parent);
  }

  /** Lets the directories stay. */
  keep(): void {
    this.#isKept = true;
  }

  [Symbol.dispose](): void {
    for (const { parent, name, pin, own } of this.#made.reverse()) {
      this.#platform.release(pin);
      if (own && !this.#isKept) removeDirectory(this.#platform, parent, name);
    }
  }

  #make(name: string): void {
    const platform = this.#platform;
    const parent = this.#directory;
    // Null if another process made it first.
    const made = nullOn('EEXIST', () => platform.within(parent, (at) => mkdirSync(at(name), this.#mode)));
    const own = made !== null;
    const pin = pinMade(platform, parent, { name, own });
    this.#made.push({ parent, name, pin, own });
    if (!pin.stat.isDirectory()) throw notADirectory(join(parent.realPath, name));
    if (own) attempt(() => platform.within(pin, (at) => chmodSync(at('.'), this.#mode | inherited(pin))));
    this.#directory = pin;
  }
}

/** The set-group-id bit, which a directory inherits from its parent: what is made in it belongs to the same group. */
function inherited({ stat }: Pin): number {
  return Number(stat.mode) & 0o2000;
}

function pinMade(platform: Platform, parent: Pin, { name, own }: { name: string; own: boolean }): Pin {
  const undo = (): void => {
    if (own) removeDirectory(platform, parent, name);
  };
  return orUndo(undo, () => platform.pinEntry(parent, name));
}

function removeDirectory(platform: Platform, parent: Pin, name: string): void {
  removeQuietly(() => platform.within(parent, (at) => rmdirSync(at(name))));
}

function notADirectory(path: string): ToolError {
  return new ToolError({ code: 'NOT_DIRECTORY', path }, `Cannot make a file below "${dirname(path)}": not a directory`);
}
