import { isIP } from 'node:net';
import { invalid, type Raw } from '@dragoman/dialects/internal/options';

/** Address that a server listens on. */
export type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

const EXPECTED = 'host:port, such as 127.0.0.1:7345, or unix:/path/to/socket';

/** @throws ToolError `INVALID_ARGUMENT` */
export function listenAddress(raw: Raw): ListenAddress {
  const path = /^unix:(.+)$/s.exec(raw.text)?.[1];
  if (path !== undefined) return { kind: 'unix', path };
  return tcpAddress(raw, EXPECTED);
}

/** @throws ToolError `INVALID_ARGUMENT` */
export function tcpAddress(raw: Raw, expected = 'host:port'): Extract<ListenAddress, { readonly kind: 'tcp' }> {
  const [, bracketed, plain = bracketed, digits] = /^(?:\[([^\]]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(raw.text) ?? [];
  const port = Number(digits);
  const isHost = plain !== undefined && (bracketed === undefined || isIP(bracketed) === 6);
  if (!isHost || !(port <= 65_535)) throw invalid(raw, expected);
  return { kind: 'tcp', host: plain, port };
}

/** True if only processes of this machine can reach the address. */
export function isLoopback(address: ListenAddress): boolean {
  if (address.kind === 'unix') return true;
  const { host } = address;
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** A host as URLs and `Host` headers spell it. */
export function spelledHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
