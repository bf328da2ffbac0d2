import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Faults on the way. `lost`: the request is carried out, and its answer is not passed on. */
const FAULTS = ['500', '503', 'nothing', 'half', 'lost', 'lost-500'] as const;
type Fault = (typeof FAULTS)[number];

/** A proxy in front of a store that lets a part of the requests fail. */
export interface FaultyProxy extends AsyncDisposable {
  readonly endpoint: string;
  /** Number of times that each fault was made. */
  readonly faults: Readonly<Record<Fault, number>>;
  /** Lets such a part of the requests fail from now on. */
  fail(part: number): void;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Record<Fault, number> = { '500': 0, '503': 0, nothing: 0, half: 0, lost: 0, 'lost-500': 0 };
  const { hostname, port } = new URL(target);
  let part = 0;
  let turn = 0;

  const faultFor = (): Fault | null => {
    if (Math.random() >= part) return null;
    turn += 1;
    return FAULTS[turn % FAULTS.length] ?? null;
  };

  const server = createServer((incoming, answer) => {
    const fault = faultFor();
    if (fault !== null) faults[fault] += 1;
    if (fault === '500' || fault === '503') {
      incoming.resume();
      refuse(answer, Number(fault));
    } else if (fault === 'nothing') {
      incoming.resume();
      // Left open: whoever waits has to give up.
      if (faults.nothing % 4 !== 0) answer.destroy();
    } else pass(incoming, answer, { hostname, port, fault });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    faults,
    fail(now) {
      part = now;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

interface ForwardTarget {
  readonly hostname: string;
  readonly port: string;
  readonly fault: Fault | null;
}

function pass(incoming: IncomingMessage, answer: ServerResponse, { hostname, port, fault }: ForwardTarget): void {
  const { method, url: path, headers } = incoming;
  // The signature covers the host that the client named.
  const outgoing = request({ hostname, port, method, path, headers: { ...headers } }, async (came) => {
    if (fault === null) {
      answer.writeHead(came.statusCode ?? 500, came.headers);
      came.pipe(answer);
      return;
    }
    const body = await text(came);
    if (fault === 'lost-500') refuse(answer, 500);
    else if (fault === 'half' && body.length > 1) {
      answer.writeHead(came.statusCode ?? 500, came.headers);
      answer.write(body.slice(0, body.length / 2), () => answer.destroy());
    } else answer.destroy();
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}

function refuse(answer: ServerResponse, status: number): void {
  const code = status === 503 ? 'SlowDown' : 'InternalError';
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  answer.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length });
  answer.end(body);
}
