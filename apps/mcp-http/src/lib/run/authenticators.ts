import type { Log } from '@dragoman/fs-core';
import { resourceOf } from '../front/metadata.ts';
import type { HttpOptions } from '../options/http-options.ts';
import { type Authenticator, createAuthenticator, openToAll } from '../who/authenticator.ts';
import { createIssuer } from '../who/issuer.ts';
import { createKeySource } from '../who/key-source.ts';
import { keyLoader } from '../who/load-keys.ts';
import { createPrincipalTable, type PrincipalTable } from '../who/principal-table.ts';
import { openPrincipalsFile, type PrincipalsFile } from '../who/principals-file.ts';

export interface Authentication {
  readonly authenticator: Authenticator;
  readonly principals: PrincipalsFile | null;
}

export interface AuthenticationParts {
  readonly publicUrl: () => URL;
  /** Called when there are other principals. */
  readonly onChange: () => void;
}

/** Opens the authentication that the options ask for. @throws Error for a file of principals that cannot be used */
export function openAuthentication(
  options: HttpOptions,
  log: Log,
  { publicUrl, onChange }: AuthenticationParts,
): Authentication {
  if (options.noAuth) return { authenticator: openToAll(options.shared), principals: null };
  const warn = (table: PrincipalTable | undefined): void => {
    if (table?.hasMatches && options.issuer === null)
      log('warn', '--principals: without --issuer, no token fits the entries with "match"');
  };
  const changed = (): void => {
    authenticator.forget();
    warn(principals?.table);
    onChange();
  };
  const principals = options.principals === null ? null : openPrincipalsFile(options.principals, log, changed);
  const nobody = createPrincipalTable([]);
  const authenticator = createAuthenticator({
    options: options.shared,
    principals: () => principals?.table ?? nobody,
    token: options.token,
    issuer: issuerIn(options, log, publicUrl),
    now: Date.now,
  });
  // Last, since a start that fails says why in one line.
  warn(principals?.table);
  if (options.issuer !== null && options.principals === null)
    log('warn', '--issuer: without --principals, no token of the issuer gives any rights', { issuer: options.issuer });
  return { authenticator, principals };
}

function issuerIn({ issuer, jwks }: HttpOptions, log: Log, publicUrl: () => URL) {
  if (issuer === null) return null;
  const onFailure = ({ message }: Error): void =>
    log('warn', 'The keys of the issuer cannot be had', { issuer, reason: message });
  const keys = createKeySource({ load: keyLoader(issuer, jwks), onFailure, now: Date.now });
  const audiences = (): string[] => [...new Set([resourceOf(publicUrl()), publicUrl().href])];
  return createIssuer({ name: issuer, audiences, keys, now: Date.now });
}
