import {
  type Batch,
  type Connection,
  ErrorCode,
  hasBatches,
  NO_BATCHES,
  type ParsedMessage,
  type Problem,
  type Request,
} from '@dragoman/mcp/internal/server';
import type { SessionUse } from '../sessions/session-table.ts';
import { answerError } from './answers.ts';
import { headerOf } from './era.ts';
import { answerTo } from './failure-answer.ts';
import { clientIn, legacySessionOf } from './legacy-session.ts';
import { createReply, type MemberAnswer, type Reply } from './reply.ts';
import { type AuthenticatedRequest, answer, holdUntilRead, type Service } from './serve-request.ts';

const REFUSED = { status: 400, code: ErrorCode.InvalidRequest, message: NO_BATCHES };

/** Serves several messages of one body at once, and answers them at once, in their order. */
export async function serveBatch(asked: AuthenticatedRequest, { messages }: Batch): Promise<void> {
  const { context, exchange, principal } = asked;
  const { request, response } = exchange;
  const named = headerOf(request.headers, 'mcp-protocol-version');
  if (request.headers['mcp-session-id'] === undefined || (named !== null && !hasBatches(named)))
    return answerError(response, REFUSED);
  const session = legacySessionOf(context, request.headers, principal);
  if (session.kind === 'refused') return answerError(response, session.error);
  const { claims, name } = session;
  if (!hasBatches(claims.revision)) return answerError(response, REFUSED);
  using use = context.sessions.use(principal, name);
  const connection = use.session.connectionFor(clientIn(claims));
  const reply = createReply(request, response);
  // Each counts for its share of the body.
  const share = { ...asked, bytes: Math.ceil(asked.bytes / messages.length) };
  const member: Member = { asked: share, use, connection, reply, client: claims.client };
  const serveEach = async (parsed: ParsedMessage): Promise<readonly MemberAnswer[]> => {
    if (parsed.kind === 'problem') return [refusalOf(parsed.problem)];
    if (parsed.kind === 'ignored' || !('method' in parsed.message)) return [];
    if ('id' in parsed.message) return await serveMember(member, parsed.message);
    connection.notified(parsed.message);
    return [];
  };
  const answers = (await Promise.all(messages.map(serveEach))).flat();
  if (answers.length === 0) reply.end();
  else holdUntilRead(asked, reply.answer(answers, 200));
}

/** Circumstances that the requests of a batch share. */
interface Member {
  readonly asked: AuthenticatedRequest;
  readonly use: SessionUse;
  readonly connection: Connection;
  readonly reply: Reply;
  /** Name that the client gives itself. */
  readonly client: string;
}

/** The answer to one request; none if it was cancelled. */
async function serveMember(member: Member, request: Request): Promise<readonly MemberAnswer[]> {
  const { asked, use, connection, reply, client } = member;
  const { id } = request;
  if (request.method === 'initialize')
    return [refusalOf({ id, code: ErrorCode.InvalidRequest, message: 'initialize cannot be part of a batch' })];
  const answers: MemberAnswer[] = [];
  const collecting: Reply = {
    tell: reply.tell,
    answer(response) {
      answers.push(...[response].flat());
      return { bytes: 0, unread: null };
    },
    end() {},
  };
  const serve: Service['serve'] = (send, onWritten) => connection.serve(request, send, onWritten);
  try {
    await answer(asked, request, { client, use, serve, isModern: false, openReply: () => collecting });
  } catch (error) {
    answers.push(refusalOf({ ...answerTo(error, asked.context, asked.exchange), id }));
  }
  return answers;
}

function refusalOf({ id, code, message }: Problem): MemberAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
