import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../calls/refusal.ts';
import { answerEmpty, answerJson, answerUnread, SERVER_ERROR } from './answers.ts';
import { deleteSession } from './delete-session.ts';
import { isModernVersion } from './era.ts';
import { answerTo } from './failure-answer.ts';
import { isMetadataPath, metadataText } from './metadata.ts';
import { post } from './post.ts';
import { refusalOf } from './refusal-of.ts';
import { corsHeaders, type GuardOptions, guardRequest, preflightHeaders } from './request-guard.ts';
import type { HttpExchange, ServerContext } from './server-context.ts';

/** Answers each request of an HTTP server. */
export function createRouter(
  context: ServerContext,
  guard: GuardOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const exchange: HttpExchange = { request, response };
    const refusal = guardRequest(request, guard);
    if (refusal !== null) {
      context.watch.refused(refusalOf(exchange, refusal));
      answerUnread(exchange, refusal);
      return;
    }
    for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, String(value));
    route(context, exchange).catch((error) => {
      const answer = answerTo(error, context, exchange);
      if (response.headersSent) response.destroy();
      else answerUnread(exchange, answer);
    });
  };
}

async function route(context: ServerContext, exchange: HttpExchange): Promise<void> {
  const { request, response } = exchange;
  const [path = ''] = (request.url ?? '').split('?');
  const isEndpoint = path === context.options.path || path === `${context.options.path}/`;
  const isMetadata = !isEndpoint && isMetadataPath(path, context.publicUrl(), context.options.path);
  if ((isEndpoint || isMetadata) && request.method === 'OPTIONS' && request.headers.origin !== undefined)
    return answerEmpty(response, 204, preflightHeaders());
  if (isEndpoint) return atEndpoint(context, exchange);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && path === '/healthz') return answerText(exchange, 200, 'ok');
  if (isRead && path === '/readyz') {
    const reason = await context.unreadiness();
    return answerText(exchange, reason === null ? 200 : 503, reason ?? 'ready');
  }
  if (isRead && isMetadata)
    return void answerJson(response, { status: 200 }, metadataText(context.publicUrl(), context.options.issuer));
  return answerText(exchange, 404, `Not found. The MCP endpoint is ${context.publicUrl().href}\n`);
}

async function atEndpoint(context: ServerContext, exchange: HttpExchange): Promise<void> {
  const { request } = exchange;
  const allow = isModernVersion(request.headers) ? 'POST' : 'POST, DELETE';
  const isDelete = request.method === 'DELETE' && allow !== 'POST';
  if (request.method !== 'POST' && !isDelete) {
    const headers = { allow };
    return answerUnread(exchange, { status: 405, code: SERVER_ERROR, message: 'Method not allowed', headers });
  }
  if (context.stage() === 'ending') throw new Refusal(503, 'The server is ending', 1);
  if (isDelete) await deleteSession(context, exchange);
  else await post(context, exchange);
}

function answerText({ response }: HttpExchange, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}
