import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { openTree } from '../temporary-tree.ts';

/** A store that ignores the conditions of a PUT: whoever writes last has written. */
export interface CarelessStore extends AsyncDisposable {
  readonly endpoint: string;
  readonly bucket: string;
}

/** The one account that it has. */
export const S3RVER_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;

/** Starts s3rver in a process of its own, with one bucket. */
export async function startS3rver(): Promise<CarelessStore> {
  const tree = await openTree();
  const bucket = 'dragoman';
  const main = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const where = ['-d', tree.root, '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', bucket];
  const child = spawn(process.execPath, ['--no-deprecation', main, '-s', ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listening on .*:(\d+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    return {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await once(child, 'exit');
        await tree[Symbol.asyncDispose]();
      },
    };
  }
  throw new Error('s3rver does not start here');
}
