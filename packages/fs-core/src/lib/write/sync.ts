import { fsync } from 'node:fs';
import { promisify } from 'node:util';
import { errnoOf } from '../errors/errno.ts';

const fsyncLater = promisify(fsync);

/** How a file system says that it does not offer fsync(2), or not for directories. That is no failure of the write. */
const NOT_OFFERED: readonly (string | null)[] = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Puts what was written to a descriptor on the disk (fsync(2)), if its file system offers that. */
export async function syncToDisk(fd: number): Promise<void> {
  await fsyncLater(fd).catch(failUnlessNotOffered);
}

function failUnlessNotOffered(error: unknown): void {
  if (!NOT_OFFERED.includes(errnoOf(error))) throw error;
}
