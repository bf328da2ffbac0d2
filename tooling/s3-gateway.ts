import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, startGateway } from '../packages/testing/src/s3/start-gateway.ts';

/**
 * Lets all tests of a run share one S3 gateway, which the first of them starts by connecting to the socket that
 * `DRAGOMAN_TEST_S3_SOCKET` names: see `s3Endpoint` in packages/testing.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-gateway-'));
  const path = join(folder, 'socket');
  let starting: Promise<Gateway> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    starting ??= startGateway();
    starting.then(
      ({ endpoint }) => socket.end(JSON.stringify({ endpoint })),
      (error: Error) => socket.end(JSON.stringify({ reason: error.message })),
    );
  });
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  process.env.DRAGOMAN_TEST_S3_SOCKET = path;
  return async () => {
    server.close();
    await starting?.then((gateway) => gateway[Symbol.asyncDispose]()).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
}
