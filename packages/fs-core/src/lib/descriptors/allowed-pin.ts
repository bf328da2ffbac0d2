import type { Access, Scope } from '../paths/scope.ts';
import type { RealPath } from '../volume/open-entry.ts';
import type { AllowedPin, Pin } from './platform.ts';

export function isAllowedPath(scope: Scope, path: string, access: Access): path is RealPath {
  return scope.judge(path, access) === 'allowed';
}

export function isAllowedPin(scope: Scope, pin: Pin, access: Access): pin is AllowedPin {
  return isAllowedPath(scope, pin.realPath, access);
}

/** True if entries below an allowed directory may be read, judged by the names that lead there and by the path. */
export function isAllowedBelow(scope: Scope, names: string, path: string): path is RealPath {
  // Most names need no judging.
  return (!names.includes('/') && !scope.suspects(names)) || isAllowedPath(scope, path, 'read');
}

/** True if a pin lies at a path that was judged before. */
export function isAt(pin: Pin, path: RealPath): pin is AllowedPin {
  return pin.realPath === path;
}
