import type { Platform } from './platform.ts';
import { releaseTarget, type Target } from './resolver.ts';

/** Where a write goes: looked up once, and again whenever somebody else may have put another file there. */
export interface Place extends Disposable {
  /** The real path as it was first found: writers of the same file queue by it. */
  readonly realPath: string;
  /** Releases what was found, so that `take` looks again: somebody else may have written since. */
  forget(): void;
  /** What was found, or else what is there now; the caller releases its pins. @throws ToolError as `Volume.update` */
  take(): Target;
}

export function openPlace(platform: Platform, find: () => Target): Place {
  let found: Target | null = find();
  const forget = (): void => {
    if (found !== null) releaseTarget(platform, found);
    found = null;
  };
  return {
    realPath: found.realPath,
    forget,
    take() {
      const target = found ?? find();
      found = null;
      return target;
    },
    [Symbol.dispose]: forget,
  };
}
