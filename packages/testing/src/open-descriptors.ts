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
