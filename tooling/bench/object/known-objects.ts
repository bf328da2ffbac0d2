import { join } from 'node:path';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openVolumeOverS3 } from '../../../packages/object-volume/src/index.ts';
import { S3_CREDENTIALS } from '../../../packages/testing/src/s3/s3-endpoint.ts';
import { BUCKET, type Count, prefixOf } from './objects.ts';

/** How many MB a volume holds more for having all objects in its copy. */
export async function knownObjects(
  endpoint: string,
  { directory, count }: { readonly directory: string; readonly count: Count },
): Promise<number> {
  const at = { bucket: BUCKET, prefix: prefixOf(count), at: '/data', cache: join(directory, 'known') };
  const how = { endpoint, pathStyle: true, credentials: S3_CREDENTIALS, maxObjects: 200_000 };
  await using volume = await openVolumeOverS3({ ...at, ...how });
  await volume.prepare();
  const before = held();
  await copyAll(volume);
  return held() - before;
}

async function copyAll(volume: Awaited<ReturnType<typeof openVolumeOverS3>>): Promise<void> {
  using root = await volume.open('/data', { for: 'names' });
  using tree = await root.localTree();
  if (tree.missing > 0) throw new Error(`${tree.missing} objects are not in the copy`);
}

/** MB on the heap and beside it, without what is garbage. */
function held(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') for (let turn = 0; turn < 3; turn += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}
