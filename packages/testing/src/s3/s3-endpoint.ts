import { once } from 'node:events';
import { connect } from 'node:net';

/** The user of the store that the tests start. */
export const S3_CREDENTIALS = { accessKeyId: 'TESTKEY', secretAccessKey: 'testsecret' } as const;

/** The S3 store of the tests, or the reason why they have none. `DRAGOMAN_TEST_S3` names one that runs already. */
export async function s3Endpoint(): Promise<{ readonly endpoint: string } | { readonly reason: string }> {
  const { DRAGOMAN_TEST_S3: given, DRAGOMAN_TEST_S3_SOCKET: name } = process.env;
  if (given) return { endpoint: given };
  if (name === undefined) return { reason: 'Ceph runs on Linux alone' };
  const socket = connect(`\0${name}`);
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  await once(socket, 'end');
  return JSON.parse(text);
}
