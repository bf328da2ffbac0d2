import type { Options } from '@dragoman/dialects/internal/options';
import type { LimitName } from '@dragoman/tools/internal/session';
import type { Quota } from './quota.ts';

/** One entry of the file of principals, checked. Texts may hold `{claims.…}` if `match` is given. */
export interface PrincipalEntry {
  readonly name: string;
  /** Hexadecimal, lower case; null if tokens of an issuer match. */
  readonly tokenSha256: string | null;
  readonly match: Match | null;
  /** Milliseconds since the epoch. */
  readonly expiresMs: number;
  readonly rights: Rights;
  readonly quota: Quota;
}

/** Conditions on a token of an issuer. */
export interface Match {
  /** Null for the one of the command line. */
  readonly issuer: string | null;
  readonly scopes: readonly string[];
  /** Required claims by name; `*` is any value. */
  readonly claims: ReadonlyMap<string, string>;
}

/** Rights of an entry, which narrow the command line; null leaves that as it is. */
export interface Rights {
  readonly roots: readonly string[] | null;
  readonly workdir: string | null;
  readonly deny: readonly string[];
  readonly readOnly: boolean;
  readonly dialect: Options['dialect'] | null;
  readonly shell: Options['shell'] | null;
  readonly limits: Readonly<Partial<Record<LimitName, number>>>;
}
