/** Paths by which a child process reads a file that this process holds open, whatever becomes of the file's name. */
export interface HeldFiles {
  /** Descriptors that the child inherits from number 3 on. */
  readonly inherited: readonly number[];
  /** Descriptor that the child reads as its standard input. */
  readonly input?: number;
  /** The path by which the child opens each of the files; `-` is its standard input. */
  readonly paths: readonly string[];
}

/** True if a path leads to an inherited descriptor: everywhere but on Windows. */
const HAS_PATHS = process.platform !== 'win32';

const DIRECTORY = process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd';

/** Path of one file, which works on every system. */
export function heldFile(descriptor: number): HeldFiles {
  return heldFiles([descriptor]) ?? { inherited: [], input: descriptor, paths: ['-'] };
}

/** Paths of several files at once; null if the system has no paths for them. */
export function heldFiles(descriptors: readonly number[]): HeldFiles | null {
  if (!HAS_PATHS) return null;
  return { inherited: descriptors, paths: descriptors.map((_, index) => `${DIRECTORY}/${index + 3}`) };
}
