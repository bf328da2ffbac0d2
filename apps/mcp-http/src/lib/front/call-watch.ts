import type { IncomingHttpHeaders } from 'node:http';
import { contains } from '@dragoman/fs-core/internal/kernel';
import type { Fields, Request, Response } from '@dragoman/mcp/internal/server';
import type { Principal } from '../who/principal.ts';
import { headerOf } from './era.ts';
import type { ServerContext } from './server-context.ts';

/** A call that counts in its principal's quota, and is told of when it is over. */
export interface CallWatch {
  /** Counts what the call has written, whether or not its client still waits for the answer. */
  wrote(bytes: number): void;
  answered(response: Response, bytes: number): void;
  /** Called once, however the call went. */
  end(): void;
}

interface Call {
  readonly request: Request;
  readonly headers: IncomingHttpHeaders;
  /** Size of the body. */
  readonly bytes: number;
}

const MAX_SHOWN = 64;

/** @throws Refusal if the quota is used up */
export function watchCall(
  context: Pick<ServerContext, 'sessions' | 'watch' | 'now'>,
  principal: Principal,
  call: Call,
): CallWatch {
  const { watch, now } = context;
  const usage = context.sessions.usageOf(principal);
  usage.begin(call.bytes);
  const beganMs = now();
  const { id, method, params } = call.request;
  const { version, parent } = circumstances(call);
  const isTool = method === 'tools/call';
  // Of a resource, no more is told than that there was one.
  const tool = !isTool ? method : typeof params?.name === 'string' ? params.name.slice(0, MAX_SHOWN) : '';
  let written = 0;
  let code = 'CANCELLED';
  let bytes = 0;
  let isKnown = !isTool;
  let conflictIn: string | null = null;
  return {
    wrote(more) {
      written += more;
      usage.wrote(more);
      watch.wrote(more);
    },
    answered(response, answerBytes) {
      code = codeOf(response);
      bytes = answerBytes;
      isKnown = !isTool || ('result' in response && metaOf(response, 'dragoman/error').problem !== 'tool');
      conflictIn = CONFLICTS.has(code) ? volumeOf(metaOf(response, 'dragoman/error').path, principal) : null;
    },
    end() {
      // A write counts for no less than what was sent for it.
      if (written > 0) usage.wrote(Math.max(0, call.bytes - written));
      usage.end(call.bytes);
      const ms = Math.round(now() - beganMs);
      const request = String(id).slice(0, MAX_SHOWN);
      const answer = { ms, bytes, code, isKnown, written, conflictIn, beganMs };
      watch.answered({ request, principal: principal.name, method, tool, ...answer, version, parent });
    },
  };
}

function codeOf(response: Response): string {
  if ('error' in response) {
    const { code: ofFailure } = Object(response.error.data) as { readonly code?: unknown };
    return typeof ofFailure === 'string' ? ofFailure : String(response.error.code);
  }
  const { code } = metaOf(response, 'dragoman/error');
  return typeof code === 'string' ? code : 'OK';
}

const CONFLICTS: ReadonlySet<string> = new Set(['CONFLICT', 'STALE_READ']);

/** Name of the volume that holds a file, without its place. */
function volumeOf(path: unknown, { options }: Principal): string {
  const store = options.volumes.find(({ at }) => typeof path === 'string' && contains(at, path));
  return /^\w+:\/\/[^/]+/.exec(store?.url ?? '')?.[0] ?? 'local';
}

const NOTHING: Fields = {};

function metaOf(response: Response, name: string): Fields {
  const meta = 'result' in response ? response.result._meta : undefined;
  return (meta?.[name] ?? NOTHING) as Fields;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

function circumstances({ request, headers }: Call): { readonly version: string; readonly parent: string | null } {
  const { [VERSION_KEY]: claimed, traceparent } = { ...request.params?._meta };
  const version = typeof claimed === 'string' ? claimed : (headerOf(headers, 'mcp-protocol-version') ?? '');
  const parent = typeof traceparent === 'string' ? traceparent : headerOf(headers, 'traceparent');
  return { version: version.slice(0, MAX_SHOWN), parent };
}
