import { nullOn } from '../errors/best-effort.ts';
import { systemError } from '../errors/errno.ts';
import { changedMeanwhile } from './file-update.ts';
import type { Pin, Platform } from './platform.ts';
import { walk } from './walk.ts';

/**
 * A platform whose pins hold no descriptor: what one names is opened again for each use, by its path, and has to be the
 * same entry under the same real path. For changes of more files than a process may have open.
 */
export function frugalPlatform(platform: Platform): Platform {
  // The system has no such limit there, and lets no file that is open be renamed.
  if (process.platform === 'win32') return platform;
  const { pin, pinBelow, between } = platform;
  const loosened = <P extends Pin>(held: P): P => {
    platform.release(held);
    return { ...held, fd: -1 };
  };
  const withHeld = <T>(known: Pin, act: (held: Pin) => T): T => {
    const held = reopened(platform, known);
    try {
      return act(held);
    } finally {
      platform.release(held);
    }
  };
  return {
    strategy: platform.strategy,
    keepsOpen: false,
    pin: pin && ((path) => loosened(pin(path))),
    pinRoot: (path) => loosened(platform.pinRoot(path)),
    pinEntry: (directory, name) => withHeld(directory, (held) => loosened(platform.pinEntry(held, name))),
    pinBelow: pinBelow && ((directory, path) => withHeld(directory, (held) => loosened(pinBelow(held, path)))),
    openContent(known) {
      const held = nullOn('ENOENT', () => reopened(platform, known));
      if (held === null) throw changedMeanwhile('change', known.realPath);
      return platform.openContent({ ...known, fd: held.fd });
    },
    within: (directory, act) => withHeld(directory, (held) => platform.within(held, act)),
    between:
      between &&
      ((one, other, act) => withHeld(one, (first) => withHeld(other, (second) => between(first, second, act)))),
    launchPath: (directory) => directory.realPath,
    release: () => undefined,
  };
}

/** @throws the system's error; ENOENT if the path leads to something else by now */
function reopened(platform: Platform, known: Pin): Pin {
  const held = platform.pin?.(known.realPath) ?? walked(platform, known.realPath);
  const { dev, ino, birthtimeNs } = held.stat;
  const isSame = dev === known.stat.dev && ino === known.stat.ino && birthtimeNs === known.stat.birthtimeNs;
  if (isSame && held.realPath === known.realPath) return held;
  platform.release(held);
  throw gone(known.realPath);
}

function walked(platform: Platform, realPath: string): Pin {
  const end = walk(platform, realPath, () => true);
  if (end.arrived) return end.pin;
  platform.release(end.directory);
  throw end.error;
}

function gone(path: string): NodeJS.ErrnoException {
  return systemError('ENOENT', `ENOENT: something else has the path, open '${path}'`);
}
