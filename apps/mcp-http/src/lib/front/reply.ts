import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Notification, Response } from '@dragoman/mcp';
import { answerEmpty, answerJson } from './answers.ts';

/** The answer to one request: JSON, or a stream of events if something is to be told before. */
export interface Reply {
  /** Tells of progress, if the client takes streams and reads on. */
  tell(notification: Notification): void;
  /** @param status of an answer that is no stream */
  answer(response: Response, status: number): Sent;
  /** Ends without an answer: the request was cancelled. */
  end(): void;
}

export interface Sent {
  readonly bytes: number;
}

const COMMENT_MS = 15_000;
// After which a client that reads nothing of what it asked for is given up.
const UNREAD_MS = 60_000;

export function createReply(request: IncomingMessage, response: ServerResponse): Reply {
  const takesStreams = acceptsStreams(request.headers.accept);
  let comments: NodeJS.Timeout | null = null;
  const begin = (): void => {
    // Some proxies hold a stream back until it ends.
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    comments = setInterval(() => {
      if (!response.writableNeedDrain) response.write(': still working\n\n');
    }, COMMENT_MS);
    response.on('close', () => clearInterval(comments ?? undefined));
  };
  return {
    tell(notification) {
      if (!takesStreams || response.writableEnded || response.destroyed) return;
      if (comments === null) begin();
      // A client that does not read on misses progress, which the next report tells anyway.
      if (!response.writableNeedDrain) response.write(eventOf(JSON.stringify(notification)));
    },
    answer(answer, status) {
      const text = textOf(answer);
      giveUpUnread(response);
      if (comments === null) answerJson(response, { status }, text);
      else response.end(eventOf(text));
      return { bytes: Buffer.byteLength(text) };
    },
    end() {
      if (response.headersSent) response.end();
      else answerEmpty(response, 202);
    },
  };
}

export function acceptsStreams(accept: string | undefined): boolean {
  return accept === undefined || /(?:text\/event-stream|text\/\*|\*\/\*)/i.test(accept);
}

function eventOf(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/** What JSON cannot hold is no reason to leave a request without an answer. */
function textOf(answer: Response): string {
  try {
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ jsonrpc: '2.0', id: answer.id, error: { code: -32603, message: String(error) } });
  }
}

function giveUpUnread(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null) return;
  const destroy = (): unknown => socket.destroy();
  socket.setTimeout(UNREAD_MS, destroy);
  response.on('finish', () => socket.off('timeout', destroy));
}
