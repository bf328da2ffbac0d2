import type { NotTaken } from '../errors/failure-parts.ts';
import type { RealPath } from './open-entry.ts';

/** A tree as overlayfs mounts it for a program. */
export interface LayeredTree {
  /** Real path of the tree, which is the lowest layer and where all is mounted. */
  readonly root: RealPath;
  /** Directories that lie over it, the lowest first. */
  readonly layers: readonly string[];
  /** Takes what the program changes. */
  readonly upper: string;
  /** An empty directory on the file system of `upper`, for overlayfs itself. */
  readonly work: string;
}

/** What a view needs of whoever starts programs. */
export interface ProgramMounts {
  /** Makes a character device 0/0, which to overlayfs is a name that is not there. */
  makeWhiteout(path: string): Promise<void>;
  /** Absolute paths of all that is in the directories, as a program sees them. */
  list(trees: readonly LayeredTree[], directories: readonly string[]): Promise<readonly string[]>;
}

/** The trees of a volume as one program sees and changes them. Disposing of it forgets what was not taken. */
export interface ProgramView extends Disposable {
  readonly trees: readonly LayeredTree[];
  /**
   * Makes what the program changed changes of the volume, all at once. To be called once, when the program and all that
   * it started have ended.
   * @returns what could not be taken
   * @throws ToolError, or the system's error; then nothing is taken
   */
  take(): Promise<readonly NotTaken[]>;
}
