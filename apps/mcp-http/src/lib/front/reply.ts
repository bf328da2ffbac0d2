import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Notification, Response } from '@dragoman/mcp/internal/server';
import type { UnreadAnswer } from '../calls/unread-answers.ts';
import { answerEmpty, answerJson } from './answers.ts';
import { writeAnswer } from './write-answer.ts';

/** The answer to one request: JSON, or a stream of events if something is to be told before. */
export interface Reply {
  /** Tells of progress, if the client takes streams and reads on. */
  tell(notification: Notification): void;
  /** @param status of an answer that is no stream */
  answer(response: Response, status: number): SentAnswer;
  /** Ends without an answer, if there was none: the request was cancelled. */
  end(): void;
}

export interface SentAnswer {
  readonly bytes: number;
  /** The answer, until the system has accepted all of it for the client; null if it has already. */
  readonly unread: UnreadAnswer | null;
}

const COMMENT_MS = 15_000;

export function createReply(request: IncomingMessage, response: ServerResponse): Reply {
  const takesStreams = acceptsStreams(request.headers.accept);
  let comments: NodeJS.Timeout | null = null;
  // True from the first piece of an answer on; more pieces of a long one may follow.
  let isAnswered = false;
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
      if (!takesStreams || isAnswered || response.destroyed) return;
      if (comments === null) begin();
      // A client that does not read on misses progress, which the next report tells anyway.
      if (!response.writableNeedDrain) response.write(eventOf(JSON.stringify(notification)));
    },
    answer(answer, status) {
      isAnswered = true;
      clearInterval(comments ?? undefined);
      const text = textOf(answer);
      const unread = comments === null ? answerJson(response, { status }, text) : writeAnswer(response, eventOf(text));
      return { bytes: Buffer.byteLength(text), unread };
    },
    end() {
      if (isAnswered || response.destroyed) return;
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

/** Text of an answer; one that JSON cannot hold becomes an error, so that no request stays without an answer. */
function textOf(answer: Response): string {
  try {
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ jsonrpc: '2.0', id: answer.id, error: { code: -32603, message: String(error) } });
  }
}
