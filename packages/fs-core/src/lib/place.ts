import type { Platform } from './platform.ts';
import { releaseTarget, type Target } from './resolver.ts';

/** Where a write goes: looked for once, and again after everything that may have put another file there. */
export interface Place extends Disposable {
  /** As it was found first: what writers of the same file know each other by. */
  readonly realPath: string;
  /** Lets go of what was found: somebody else may have written since. */
  forget(): void;
  /** What was found, or is there now; the caller releases its pins. @throws ToolError as `Volume.update` */
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
