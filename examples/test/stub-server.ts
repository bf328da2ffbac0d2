import { createServer, type IncomingMessage } from 'node:http';

/** What both vendors' requests have. */
export interface ChatRequest {
  readonly messages: readonly unknown[];
  readonly tools: readonly unknown[];
}

export interface StubServer extends AsyncDisposable {
  readonly url: string;
  /** The bodies it was sent, in order. */
  readonly requests: readonly ChatRequest[];
}

/** A vendor's API on this machine: answers each request with the next of `replies`. */
export async function openStubServer(replies: readonly object[]): Promise<StubServer> {
  const requests: ChatRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push(JSON.parse(await textOf(request)));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(replies[requests.length - 1]));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
