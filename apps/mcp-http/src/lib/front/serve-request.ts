import {
  ErrorCode,
  type Exchange,
  LISTEN,
  negotiated,
  type Request,
  type Response,
  type Send,
  worksInSession,
} from '@dragoman/mcp/internal/server';
import { busy } from '../calls/refusal.ts';
import type { SessionUse } from '../sessions/session-table.ts';
import { AuthFailure } from '../who/auth-failure.ts';
import { lackingScope } from '../who/needed-scope.ts';
import { type Principal, upTo } from '../who/principal.ts';
import { answerError } from './answers.ts';
import { type CallWatch, watchCall } from './call-watch.ts';
import { eraOf, unknownVersion } from './era.ts';
import { clientIn, legacyName, legacySessionOf } from './legacy-session.ts';
import { acceptsStreams, createReply, type Reply, type SentAnswer } from './reply.ts';
import type { HttpExchange, ServerContext } from './server-context.ts';
import { sessionNameOf } from './session-name.ts';

const NO_STREAM = { status: 406, code: ErrorCode.InvalidRequest, message: 'Accept must hold text/event-stream' };

/** A request whose sender is known. */
export interface AuthenticatedRequest {
  readonly context: ServerContext;
  readonly exchange: HttpExchange;
  readonly principal: Principal;
  /** Size of the body. */
  readonly bytes: number;
}

/** Serves a request in the era that it belongs to. */
export async function serveRequest(asked: AuthenticatedRequest, request: Request): Promise<void> {
  const { context, exchange, principal } = asked;
  const { headers } = exchange.request;
  const era = eraOf(request, headers);
  if (era.kind === 'refused') return answerError(exchange.response, era.error, request.id);
  if (era.kind === 'modern') {
    if (request.method === LISTEN && !acceptsStreams(headers.accept))
      return answerError(exchange.response, NO_STREAM, request.id);
    const named = sessionNameOf(request, headers);
    if ('error' in named) return answerError(exchange.response, named.error, request.id);
    const client = clientNameIn(request);
    using use = context.sessions.use(principal, `name:${named.name}`);
    // Awaited here, or the session would count as idle while it works.
    return await answer(asked, request, {
      client,
      use,
      serve: (send, onWritten) => use.session.service.serve(request, send, onWritten),
      isModern: true,
      openReply: () => createReply(exchange.request, exchange.response),
    });
  }
  if (request.method === 'initialize') {
    const unknown = unknownVersion(headers);
    return unknown === null ? await initialize(asked, request) : answerError(exchange.response, unknown, request.id);
  }
  const session = legacySessionOf(context, headers, principal);
  if (session.kind === 'refused') return answerError(exchange.response, session.error, request.id);
  using use = context.sessions.use(principal, session.name);
  const connection = use.session.connectionFor(clientIn(session.claims));
  const { client } = session.claims;
  return await answer(asked, request, {
    client,
    use,
    serve: (send, onWritten) => connection.serve(request, send, onWritten),
    isModern: false,
    openReply: () => createReply(exchange.request, exchange.response),
  });
}

/** Begins a session: its id says what another node must know of it. */
async function initialize(asked: AuthenticatedRequest, request: Request): Promise<void> {
  const { context, exchange, principal } = asked;
  const info = Object(request.params?.clientInfo) as { readonly name?: unknown; readonly version?: unknown };
  const [client, version] = [textIn(info.name), textIn(info.version)];
  const revision = negotiated(textIn(request.params?.protocolVersion));
  const { id, claims } = context.sessionIds.issue(
    { principal: principal.id, client, version, revision },
    context.now(),
  );
  using use = context.sessions.use(principal, legacyName(claims.random));
  const connection = use.session.connectionFor(undefined);
  const serve = (send: Send): Exchange =>
    connection.serve(request, (message) => {
      if ('result' in message) exchange.response.setHeader('mcp-session-id', id);
      return send(message);
    });
  // Not begun early: its head names the session.
  const openReply = (): Reply => createReply(exchange.request, exchange.response, false);
  return await answer(asked, request, { client, use, serve, isModern: false, openReply });
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The session that serves a request. */
export interface Service {
  /** Name that the client gives itself. */
  readonly client: string;
  readonly use: SessionUse;
  readonly serve: (send: Send, onWritten: CallWatch['wrote'] | undefined) => Exchange;
  readonly isModern: boolean;
  /** Called once nothing is against serving it. */
  readonly openReply: () => Reply;
}

/** Answers a request by its session. @throws AuthFailure, Refusal */
export async function answer(asked: AuthenticatedRequest, request: Request, service: Service): Promise<void> {
  const { context, exchange, principal } = asked;
  const { response } = exchange;
  const { client, use, serve, isModern } = service;
  // Calls wait until their principal's clients have read what they were answered.
  const isCall = worksInSession(request.method);
  if (!isCall && !context.answers.hasRoomFor(principal.key)) throw busy();
  const call = isCall ? await beginCall(asked, request, client) : null;
  const reply = service.openReply();
  try {
    const running = serve(async (message) => {
      if ('method' in message) reply.tell(message);
      else if ('error' in message && use.session.denial !== null) throw use.session.denial;
      else holdUntilRead(asked, finish(reply, message, { isModern, call }));
    }, call?.wrote);
    using _ = context.inFlight.begin(running);
    const onClose = (): void => {
      if (!response.writableFinished) running.cancel(new Error('The client has closed the stream'));
    };
    response.on('close', onClose);
    if (response.destroyed) onClose();
    await running.done;
    reply.end();
  } finally {
    call?.end();
  }
}

function finish(
  reply: Reply,
  message: Response,
  { isModern, call }: { readonly isModern: boolean; readonly call: CallWatch | null },
): SentAnswer {
  const status = isModern && 'error' in message && message.error.code === ErrorCode.MethodNotFound ? 404 : 200;
  const sent = reply.answer(message, status);
  call?.answered(message, sent.bytes);
  return sent;
}

/**
 * Counts the bytes that the system has not taken over: they stay in memory for as long as the client does not read
 * them.
 */
export function holdUntilRead(
  { context, exchange: { response }, principal }: Pick<AuthenticatedRequest, 'context' | 'exchange' | 'principal'>,
  { unread }: SentAnswer,
): void {
  if (unread === null) return;
  const hold = context.answers.hold(principal.key, unread);
  response.on('close', () => hold[Symbol.dispose]());
}

/** @throws AuthFailure, Refusal */
async function beginCall(
  { context, exchange, principal, bytes }: AuthenticatedRequest,
  request: Request,
  client: string,
): Promise<CallWatch> {
  const name = request.params?.name;
  if (request.method === 'tools/call' && typeof name === 'string') {
    const scope = await lackingScope(principal, { name, client, base: context.options.shared });
    if (scope !== null) throw new AuthFailure('insufficient_scope', upTo(scope));
  }
  return watchCall(context, principal, { request, headers: exchange.request.headers, bytes });
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

function clientNameIn({ params }: Request): string {
  const { name } = Object(params?._meta?.[CLIENT_INFO]) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}
