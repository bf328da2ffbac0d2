import { readdirSync, readlinkSync } from 'node:fs';

/** Targets of the descriptors of this process, by the names that the system gives, in order. Linux only. */
export function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        // The one that the directory itself was read by.
        return [];
      }
    })
    .sort();
}

/**
 * Targets of descriptors that are open now and were not before. What was closed meanwhile, as the pipes of a helper that
 * ended, is none of them.
 */
export function openedSince(before: readonly string[]): string[] {
  const known = [...before];
  return openDescriptors().filter((target) => {
    const index = known.indexOf(target);
    if (index !== -1) known.splice(index, 1);
    return index === -1;
  });
}
