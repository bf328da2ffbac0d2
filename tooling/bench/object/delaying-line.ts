import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A line to a server on which whatever is sent there arrives later. */
export interface DelayingLine extends AsyncDisposable {
  readonly endpoint: string;
}

export async function delayingLine(endpoint: string, delayMs: number): Promise<DelayingLine> {
  const { hostname, port } = new URL(endpoint);
  const server = createServer({ noDelay: true }, (client) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const end = (): void => {
      client.destroy();
      far.destroy();
    };
    client.on('data', (chunk) => setTimeout(() => far.write(chunk), delayMs));
    for (const socket of [client, far]) socket.on('error', end).on('close', end);
    far.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
