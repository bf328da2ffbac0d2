import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** A request as it goes over the line. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  /** Encoded, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** The most bytes of the answer's body that are kept. */
  readonly maxBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** False if the body goes on beyond `maxBytes`; the connection is then closed. */
  readonly isWhole: boolean;
}

/** Makes requests of one host over connections that stay open. */
export interface Exchange extends Disposable {
  /** @throws Error of the system where no whole answer comes */
  (outgoing: WireRequest, signal: AbortSignal): Promise<Answer>;
}

const SOCKETS = 64;

export function createExchange(): Exchange {
  const kept = { keepAlive: true, maxSockets: SOCKETS };
  const agents = { plain: new Agent(kept), secure: new SecureAgent(kept) };

  const exchange = (
    { url, method, path, headers, body, maxBytes }: WireRequest,
    signal: AbortSignal,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const outgoing = (isSecure ? secureRequest : request)({
        ...{ method, path, headers, signal, agent: isSecure ? agents.secure : agents.plain },
        // In brackets for an address of version 6, which are none of it.
        ...{ hostname: url.hostname.replace(/^\[(.+)\]$/, '$1'), port: url.port },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => collect(response, { maxBytes, resolve, reject }));
      outgoing.end(body);
    });

  return Object.assign(exchange, {
    [Symbol.dispose]() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  });
}

interface BodySink {
  readonly maxBytes: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

function collect(response: IncomingMessage, { maxBytes, resolve, reject }: BodySink): void {
  const parts: Buffer[] = [];
  let room = maxBytes;
  const end = (isWhole: boolean): void => {
    const [first = Buffer.alloc(0)] = parts;
    const body = parts.length <= 1 ? first : Buffer.concat(parts);
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body, isWhole });
  };
  response.on('data', (part: Buffer) => {
    parts.push(part.subarray(0, room));
    room -= part.length;
    if (room >= 0) return;
    end(false);
    response.destroy();
  });
  // Also where the line breaks in the midst of the body.
  response.on('error', reject);
  response.on('end', () => end(true));
}
