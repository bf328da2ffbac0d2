import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Call, HttpReply, Protocol, ShownResult, Turn } from './protocol.ts';

/** Next step of the model, by what it has been shown so far; undefined ends the conversation. */
export type Script = (shown: readonly ShownResult[]) => Call | undefined;

/** A model's service on loopback, which plays one conversation by a script. */
export interface PlayedModel extends AsyncDisposable {
  readonly url: string;
  /** The last turn that was asked for; throws what went wrong in playing one. */
  readonly turn: Turn;
}

export interface Play {
  readonly protocol: Protocol;
  readonly script: Script;
  /** The client's name for a tool of the server. */
  nameOf(tool: string): string;
  /** Text that the server sent, out of what the client wrote around it. */
  unwrap(text: string): string;
}

/**
 * Starts a server that plays the model. The server is a proxy too, one that leads nowhere: a client that has it for
 * both finds its model and nothing of the network. What to answer follows from the request alone, so that a client may
 * repeat one.
 */
export async function playModel(play: Play): Promise<PlayedModel> {
  let last: () => Turn = () => ({ tools: [], shown: [] });
  const server = createServer(async (request, response) => {
    try {
      const turn = await answer(request, response, play);
      if (turn !== null) last = () => turn;
    } catch (error) {
      last = () => {
        throw error;
      };
      response.writeHead(BAD_REQUEST);
    }
    response.end();
  });
  server.on('connect', (_, socket: Duplex) =>
    socket.on('error', () => {}).end(`HTTP/1.1 ${FORBIDDEN} Forbidden\r\n\r\n`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get turn() {
      return last();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// A client does not try these again.
const BAD_REQUEST = 400;
const FORBIDDEN = 403;

/** Resolves to the turn if it is one of the conversation: clients also have titles made, and the like. */
async function answer(request: IncomingMessage, response: ServerResponse, play: Play): Promise<Turn | null> {
  const { url: path = '' } = request;
  const body = (await text(request)) || '{}';
  // Through a proxy, a request names its host.
  if (!path.startsWith('/')) {
    response.writeHead(FORBIDDEN);
    return null;
  }
  const { protocol, script, nameOf } = play;
  const turn = unwrapped(protocol.read(path, JSON.parse(body)), play);
  const converses = turn !== null && turn.tools.length > 0;
  const call = converses ? script(turn.shown) : undefined;
  const said = call ? { ...call, tool: call.isOwn ? call.tool : nameOf(call.tool) } : { text: 'Done.' };
  const { type, body: reply } = turn === null ? jsonOf(protocol.answer(path)) : protocol.write(said, { path, turn });
  response.writeHead(200, { 'content-type': type }).write(reply);
  return converses ? turn : null;
}

function unwrapped(turn: Turn | null, { unwrap }: Play): Turn | null {
  return turn && { ...turn, shown: turn.shown.map(({ text, images }) => ({ text: unwrap(text), images })) };
}

function jsonOf(value: unknown): HttpReply {
  return { type: 'application/json', body: JSON.stringify(value) };
}
