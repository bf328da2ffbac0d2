import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { closeQuietly } from '../errors/best-effort.ts';
import { systemError } from '../errors/errno.ts';
import type { Pin, Platform } from './platform.ts';

/** The content of a staged file, once it is written. */
export interface StagedContent {
  /** Opens the content for a task. @throws the system's error, also if another file has its name */
  use<T>(task: (descriptor: number) => Promise<T>): Promise<T>;
  /** @param name that it has by now @throws as `use` */
  stat(name: string): BigIntStats;
  /** @param isLate true if the system may only now say that the content found no room */
  close(isLate: boolean): void;
}

/** Keeps a descriptor open until it is closed. */
export function heldContent(fd: number): StagedContent {
  return {
    use: (task) => task(fd),
    stat: () => fstatSync(fd, { bigint: true }),
    close: (isLate) => (isLate ? closeSync(fd) : closeQuietly(fd)),
  };
}

/** Opens the file again by its name for each use; null if that may be refused. The descriptor is left to the caller. */
export function restingContent(
  platform: Platform,
  fd: number,
  at: { readonly directory: Pin; readonly name: string },
): StagedContent | null {
  const { dev, ino, mode } = fstatSync(fd, { bigint: true });
  if ((Number(mode) & constants.S_IRUSR) === 0) return null;
  const assertSame = (stat: BigIntStats): BigIntStats => {
    if (stat.dev === dev && stat.ino === ino) return stat;
    throw systemError('ENOENT', `ENOENT: something else has the name, open '${at.name}'`);
  };
  return {
    async use(task) {
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
      const again = platform.within(at.directory, (path) => openSync(path(at.name), flags));
      try {
        assertSame(fstatSync(again, { bigint: true }));
        return await task(again);
      } finally {
        closeQuietly(again);
      }
    },
    stat: (name) => assertSame(platform.within(at.directory, (path) => lstatSync(path(name), { bigint: true }))),
    close: () => undefined,
  };
}
