import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Gateway, startGateway } from '../packages/testing/src/s3/start-gateway.ts';

/**
 * Lets all tests of a run share one S3 gateway, which the first of them starts by connecting to the socket that
 * `DRAGOMAN_TEST_S3_SOCKET` names: see `s3Endpoint` in packages/testing. Linux alone has such sockets, which are no files,
 * so nothing is left of a run that is killed.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run may have been first.
  if (process.platform !== 'linux' || process.env.DRAGOMAN_TEST_S3_SOCKET) return undefined;
  const name = `dragoman-gateway-${randomUUID()}`;
  let starting: Promise<Gateway> | undefined;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    starting ??= startGateway();
    starting.then(
      ({ endpoint }) => socket.end(JSON.stringify({ endpoint })),
      (error: Error) => socket.end(JSON.stringify({ reason: error.message })),
    );
  });
  server.listen(`\0${name}`);
  await once(server, 'listening');
  server.unref();
  process.env.DRAGOMAN_TEST_S3_SOCKET = name;
  return async () => {
    server.close();
    await starting?.then((gateway) => gateway[Symbol.asyncDispose]()).catch(() => undefined);
  };
}
