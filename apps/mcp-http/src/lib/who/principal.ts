import type { Options } from '@dragoman/dialects/internal/options';
import type { Quota } from './quota.ts';

/** Scopes of a token, in steps: each needs those before it. */
export const SCOPES = ['files:read', 'files:write', 'shell:run'] as const;
export type Scope = (typeof SCOPES)[number];

/** The sender of a request, and the files that the answer may touch. Made once a token, kept until it ends. */
export interface Principal {
  /** Name in logs. */
  readonly name: string;
  /** The `id` of its `Identity`. */
  readonly id: string;
  /** Differs wherever identity or rights differ, so that state is never shared between rights. */
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Options of the command line, narrowed. */
  readonly options: Options;
  /** The `outer` of its `Opening`. */
  readonly outer: readonly string[] | null;
  readonly quota: Quota;
  /** Key of those who share a quota: the principal, whatever its rights are. */
  readonly usageKey: string;
  /** Milliseconds since the epoch: the token counts no longer; infinite if it never ends. */
  readonly expiresMs: number;
  /** True if the token gives these rights still, now that the sources may have changed. */
  readonly isCurrent: () => boolean;
}

/** The scopes that something takes which is done with the last of them. */
export function upTo(scope: Scope): string {
  return SCOPES.slice(0, SCOPES.indexOf(scope) + 1).join(' ');
}
