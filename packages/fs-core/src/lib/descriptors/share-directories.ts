import type { Pin, Platform } from './platform.ts';

/**
 * A platform that pins a directory once, however many changes of a transaction lie in it, and releases it with the last
 * of them.
 */
export function shareDirectories(platform: Platform): Platform {
  const { pin } = platform;
  if (pin === null) return platform;
  const held = new Map<string, { readonly pin: Pin; uses: number }>();
  return {
    ...platform,
    pin(path) {
      const known = held.get(path);
      if (known !== undefined) {
        known.uses += 1;
        return known.pin;
      }
      const pinned = pin(path);
      if (pinned.realPath === path && pinned.stat.isDirectory()) held.set(path, { pin: pinned, uses: 1 });
      return pinned;
    },
    release(pinned) {
      const known = held.get(pinned.realPath);
      if (known?.pin === pinned) {
        known.uses -= 1;
        if (known.uses > 0) return;
        held.delete(pinned.realPath);
      }
      platform.release(pinned);
    },
  };
}
