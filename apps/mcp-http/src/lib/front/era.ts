import type { IncomingHttpHeaders } from 'node:http';
import {
  ErrorCode,
  envelopeOf,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  type Notification,
  type Request,
} from '@dragoman/mcp/internal/server';
import { type HttpError, SERVER_ERROR } from './answers.ts';

/** Under which revisions a request is served, or why it is not. */
export type Era =
  /** 2026-07-28: everything stands in the request. */
  | { readonly kind: 'modern' }
  /** The revisions that begin with a handshake, and go on with a session. */
  | { readonly kind: 'legacy' }
  | { readonly kind: 'refused'; readonly error: HttpError };

const LEGACY: Era = { kind: 'legacy' };
const MODERN: Era = { kind: 'modern' };
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Name of the parameter that a header repeats, so that proxies can tell requests apart. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['resources/directory/read', 'uri'],
]);

/** Methods whose name a client may leave out of the headers: the SDK knows only those of the first revisions. */
const MAY_BE_UNNAMED: ReadonlySet<string> = new Set(['resources/directory/read']);

/** Judges a request by its body; headers must agree with that, since proxies decide by them. */
export function eraOf(request: Request, headers: IncomingHttpHeaders): Era {
  const version = headerOf(headers, 'mcp-protocol-version');
  const claimed = request.params?._meta?.[VERSION_KEY];
  if (claimed === undefined) return withoutEnvelope(request, version);
  if (version !== null && version !== claimed) return mismatch('MCP-Protocol-Version', version);
  const faulty = envelopeError(request);
  if (faulty !== null) return { kind: 'refused', error: faulty };
  if (!MODERN_VERSIONS.includes(String(claimed))) return LEGACY;
  if (version === null) return mismatch('MCP-Protocol-Version', null);
  const method = headerOf(headers, 'mcp-method');
  if (method !== request.method) return mismatch('Mcp-Method', method);
  return nameMismatch(request, headers) ?? MODERN;
}

/** True if the headers name a revision without a handshake. */
export function isModernVersion(headers: IncomingHttpHeaders): boolean {
  return MODERN_VERSIONS.includes(headerOf(headers, 'mcp-protocol-version') ?? '');
}

/** Null if the header names a revision that begins with a handshake, or none. */
export function unknownVersion(headers: IncomingHttpHeaders): HttpError | null {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (version === null || LEGACY_VERSIONS.includes(version)) return null;
  const message = `Unsupported protocol version: ${version.slice(0, 64)}`;
  return { status: 400, code: SERVER_ERROR, message, data: { supported: [...MODERN_VERSIONS, ...LEGACY_VERSIONS] } };
}

function withoutEnvelope({ method }: Request, version: string | null): Era {
  if (version !== null && MODERN_VERSIONS.includes(version)) {
    if (method === 'initialize') return mismatch('MCP-Protocol-Version', version);
    const message = `Revision ${version} needs params._meta with "${VERSION_KEY}"`;
    return { kind: 'refused', error: { status: 400, code: ErrorCode.InvalidParams, message } };
  }
  return LEGACY;
}

/** The fault of what a request says of its client. */
function envelopeError({ method, params }: Request): HttpError | null {
  try {
    envelopeOf(method, params);
    return null;
  } catch (error) {
    const { code, message, data } = error as {
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    };
    return { status: 400, code, message, data };
  }
}

function nameMismatch({ method, params }: Request, headers: IncomingHttpHeaders): Era | null {
  const member = NAMED_BY.get(method);
  if (member === undefined) return null;
  const given = headerOf(headers, 'mcp-name');
  const named = params?.[member];
  if (typeof named !== 'string' || (given === null && MAY_BE_UNNAMED.has(method))) return null;
  return given !== null && decoded(given) === named ? null : mismatch('Mcp-Name', given);
}

/** A name that fits into no header comes as base64. Null for base64 that is none. */
function decoded(text: string): string | null {
  const base64 = /^=\?base64\?(.*)\?=$/s.exec(text)?.[1];
  if (base64 === undefined) return text;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes.toString() : null;
}

/** The fault of what a header says of a notification's method; null if there is none. */
export function methodMismatch({ method }: Notification, headers: IncomingHttpHeaders): HttpError | null {
  const given = headerOf(headers, 'mcp-method');
  return given === method ? null : mismatchError('Mcp-Method', given);
}

function mismatch(header: string, value: string | null): Era {
  return { kind: 'refused', error: mismatchError(header, value) };
}

function mismatchError(header: string, value: string | null): HttpError {
  const problem = value === null ? 'is missing' : 'says something else than the body';
  const message = `Header ${header} ${problem}`;
  return { status: 400, code: ErrorCode.HeaderMismatch, message, data: { header } };
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.trim() : null;
}
