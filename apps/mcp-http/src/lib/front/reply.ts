import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Notification, Refusal, Response } from '@dragoman/mcp/internal/server';
import type { UnreadAnswer } from '../calls/unread-answers.ts';
import { answerEmpty, answerJson, type Id } from './answers.ts';
import { writeAnswer } from './write-answer.ts';

/** Answer to a message of a batch; the id of what cannot be served may be unknown. */
export type MemberAnswer = Response | (Omit<Refusal, 'id'> & { readonly id: Id });

/** The answer to one request: JSON, or a stream of events if something is to be told before. */
export interface Reply {
  /** Tells of progress, if the client takes streams and reads on. */
  tell(notification: Notification): void;
  /** @param status of an answer that is no stream */
  answer(response: Response | readonly MemberAnswer[], status: number): SentAnswer;
  /** Ends without an answer, if there was none: the request was cancelled. */
  end(): void;
}

export interface SentAnswer {
  readonly bytes: number;
  /** The answer, until the system has accepted all of it for the client; null if it has already. */
  readonly unread: UnreadAnswer | null;
}

// Proxies give up connections on which nothing comes for a while: nginx and load balancers of clouds after 60 s.
const SILENCE_MS = 10_000;

/** Head and filling of an answer that is begun before it is known. */
interface Beginning {
  readonly type: string;
  /** A line that clients pass over: a comment of a stream, white space of JSON. */
  readonly filling: string;
}

const STREAM: Beginning = { type: 'text/event-stream', filling: ': still working\n\n' };
const JSON_TEXT: Beginning = { type: 'application/json', filling: '\n' };

/**
 * Creates the reply to a request. One that takes long is begun all the same, so that nothing on the way gives it up: as a
 * stream for a client that takes streams, else as JSON after blank lines.
 *
 * @param isBegunEarly false where the head of the answer depends on how it ends
 */
export function createReply(
  { headers }: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
  isBegunEarly = true,
): Reply {
  const takesStreams = acceptsStreams(headers.accept);
  let begun: Beginning | null = null;
  // True from the first piece of an answer on; more pieces of a long one may follow.
  let isAnswered = false;
  const begin = (beginning: Beginning): void => {
    begun = beginning;
    // Some proxies hold a stream back until it ends.
    response.writeHead(200, {
      'content-type': beginning.type,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  };
  const silence = setInterval(() => {
    if (begun === null && !isBegunEarly) return;
    if (begun === null) begin(takesStreams ? STREAM : JSON_TEXT);
    if (begun !== null && !response.writableNeedDrain) response.write(begun.filling);
  }, SILENCE_MS).unref();
  response.on('close', () => clearInterval(silence));
  return {
    tell(notification) {
      if (!takesStreams || isAnswered || response.destroyed) return;
      if (begun === null) begin(STREAM);
      // A client that does not read on misses progress, which the next report tells anyway.
      if (!response.writableNeedDrain) response.write(eventOf(JSON.stringify(notification)));
    },
    answer(answer, status) {
      isAnswered = true;
      clearInterval(silence);
      const text = textOf(answer);
      return { bytes: Buffer.byteLength(text), unread: written(response, text, { begun, status }) };
    },
    end() {
      if (isAnswered || response.destroyed) return;
      clearInterval(silence);
      if (response.headersSent) response.end();
      else answerEmpty(response, 202);
    },
  };
}

function written(
  response: ServerResponse,
  text: string,
  { begun, status }: { readonly begun: Beginning | null; readonly status: number },
): UnreadAnswer | null {
  if (begun === null) return answerJson(response, { status }, text);
  return writeAnswer(response, begun === STREAM ? eventOf(text) : text);
}

export function acceptsStreams(accept: string | undefined): boolean {
  return accept === undefined || /(?:text\/event-stream|text\/\*|\*\/\*)/i.test(accept);
}

function eventOf(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/** Text of an answer; one that JSON cannot hold becomes an error, so that no request stays without an answer. */
function textOf(answer: MemberAnswer | readonly MemberAnswer[]): string {
  if (isBatch(answer)) return `[${answer.map(textOf).join(',')}]`;
  try {
    return JSON.stringify(answer);
  } catch (error) {
    return JSON.stringify({ jsonrpc: '2.0', id: answer.id, error: { code: -32603, message: String(error) } });
  }
}

function isBatch(answer: MemberAnswer | readonly MemberAnswer[]): answer is readonly MemberAnswer[] {
  return Array.isArray(answer);
}
