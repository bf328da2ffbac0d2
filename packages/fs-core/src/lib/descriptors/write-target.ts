import type { Platform } from './platform.ts';
import { releaseTarget, type Target } from './resolve-target.ts';

/** The resolved target of a write. Re-resolved after waiting for a lock. */
export class WriteTarget implements Disposable {
  /** The real path as it was first found: writers of the same file queue by it. */
  readonly realPath: string;
  readonly #platform: Platform;
  readonly #find: () => Target;
  #found: Target | null;

  /** @throws ToolError as `Volume.update` */
  constructor(platform: Platform, find: () => Target) {
    this.#platform = platform;
    this.#find = find;
    this.#found = find();
    this.realPath = this.#found.realPath;
  }

  /** Releases what was found, so that `resolve` looks again: another process may have written since. */
  release(): void {
    if (this.#found !== null) releaseTarget(this.#platform, this.#found);
    this.#found = null;
  }

  /**
   * Returns the target that was found before, or else looks again; the caller releases its pins.
   * @throws ToolError as `Volume.update`
   */
  resolve(): Target {
    const target = this.#found ?? this.#find();
    this.#found = null;
    return target;
  }

  [Symbol.dispose](): void {
    this.release();
  }
}
