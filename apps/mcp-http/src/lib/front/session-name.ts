import type { IncomingHttpHeaders } from 'node:http';
import { ErrorCode, type Request } from '@dragoman/mcp/internal/server';
import type { HttpError } from './answers.ts';
import { headerOf } from './era.ts';

/**
 * The name that a request without a handshake gives to the state that it works in; empty for the one that its principal
 * has anyway.
 */
export function sessionNameOf(
  { params }: Request,
  headers: IncomingHttpHeaders,
): { readonly name: string } | { readonly error: HttpError } {
  const header = headerOf(headers, 'dragoman-session');
  const meta = params?._meta?.['dragoman/session'];
  if (header !== null && meta !== undefined && header !== meta)
    return fault(ErrorCode.HeaderMismatch, 'Header Dragoman-Session says something else than the body');
  const name = header ?? meta ?? '';
  if (typeof name === 'string' && (name === '' || /^[A-Za-z0-9._-]{1,128}$/.test(name))) return { name };
  return fault(ErrorCode.InvalidParams, 'Dragoman-Session must be at most 128 of A-Z, a-z, 0-9, ".", "_" and "-"');
}

function fault(code: number, message: string): { readonly error: HttpError } {
  return { error: { status: 400, code, message } };
}
