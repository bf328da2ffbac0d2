import { type Batch, ErrorCode, excessOf, type Message, messageFrom } from '@dragoman/mcp/internal/server';
import type { Principal } from '../who/principal.ts';
import { answerEmpty, answerError, answerUnread, type HttpError, type Id, SERVER_ERROR } from './answers.ts';
import { authenticate } from './authenticate.ts';
import { isModernVersion, methodMismatch } from './era.ts';
import { clientIn, legacySessionOf } from './legacy-session.ts';
import { yieldAfter } from './next-tick.ts';
import { type Body, type BodyBounds, readBody } from './read-body.ts';
import { serveBatch } from './serve-batch.ts';
import { serveRequest } from './serve-request.ts';
import type { HttpExchange, ServerContext } from './server-context.ts';

/** Serves one message. Nothing of it is read before it is known who sends it. */
export async function post(context: ServerContext, exchange: HttpExchange): Promise<void> {
  const { request, response } = exchange;
  const principal = await authenticate(context, exchange);
  if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    const message = 'Content-Type must be application/json';
    answerUnread(exchange, { status: 415, code: SERVER_ERROR, message });
    return;
  }
  using hold = context.bodies.hold(principal.key);
  const { maxMessageSize: maxBytes } = context.options.shared;
  const read = await messageIn(exchange, { maxBytes, held: context.bodies, principal: principal.key, hold });
  if (read.kind === 'gone') return;
  if (read.kind === 'refused') {
    if (read.isUnread) answerUnread(exchange, read.error);
    else answerError(response, read.error, read.id);
    return;
  }
  const { bytes } = read;
  await yieldAfter(bytes);
  if (read.kind === 'batch') {
    await serveBatch({ context, exchange, principal, bytes }, read.batch);
    return;
  }
  const { message } = read;
  if ('method' in message && 'id' in message) await serveRequest({ context, exchange, principal, bytes }, message);
  else take(context, exchange, { principal, message });
}

/** A notification, or an answer to no question. */
function take(
  context: ServerContext,
  { request, response }: HttpExchange,
  { principal, message }: { readonly principal: Principal; readonly message: Message },
): void {
  const isModern = isModernVersion(request.headers);
  const mismatch = isModern && 'method' in message ? methodMismatch(message, request.headers) : null;
  if (mismatch !== null) {
    answerError(response, mismatch);
    return;
  }
  const session = isModern ? null : legacySessionOf(context, request.headers, principal);
  if (session?.kind === 'refused') {
    answerError(response, session.error);
    return;
  }
  if (session !== null && 'method' in message) {
    using use = context.sessions.use(principal, session.name);
    use.session.connectionFor(clientIn(session.claims)).notified(message);
  }
  answerEmpty(response, 202);
}

type ReadMessage =
  | { readonly kind: 'message'; readonly message: Message; readonly bytes: number }
  | { readonly kind: 'batch'; readonly batch: Batch; readonly bytes: number }
  | { readonly kind: 'refused'; readonly error: HttpError; readonly id: Id; readonly isUnread?: true }
  | { readonly kind: 'gone' };

async function messageIn(exchange: HttpExchange, bounds: BodyBounds): Promise<ReadMessage> {
  const body = await readBody(exchange, bounds);
  switch (body.kind) {
    case 'broken':
      return { kind: 'gone' };
    case 'too-large': {
      const message = `Message of ${body.bytes} bytes is over the limit of ${bounds.maxBytes} (--max-message-size)`;
      const error = { status: 413, code: ErrorCode.InvalidRequest, message, headers: { connection: 'close' } };
      return { kind: 'refused', error, id: null, isUnread: true };
    }
    case 'no-utf8':
      return refused(ErrorCode.ParseError, 'Parse error');
    case 'text':
      return messageOf(body);
  }
}

function messageOf({ text, bytes }: Body & { readonly kind: 'text' }): ReadMessage {
  const excess = excessOf(text);
  if (excess !== null) return refused(excess.code, excess.message);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(ErrorCode.ParseError, 'Parse error');
  }
  const parsed = messageFrom(value);
  if (parsed.kind === 'batch') return { kind: 'batch', batch: parsed, bytes };
  if (parsed.kind === 'message') return { ...parsed, bytes };
  if (parsed.kind === 'problem') return refused(parsed.problem.code, parsed.problem.message, parsed.problem.id);
  return refused(ErrorCode.InvalidRequest, parsed.reason);
}

function refused(code: number, message: string, id: Id = null): ReadMessage {
  return { kind: 'refused', error: { status: 400, code, message }, id };
}
