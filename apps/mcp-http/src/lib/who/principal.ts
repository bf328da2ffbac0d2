import type { Options } from '@dragoman/dialects/internal/options';
import type { Quota } from './quota.ts';

/** What a token may do, in steps: each needs those before it. */
export const SCOPES = ['files:read', 'files:write', 'shell:run'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who is asking, and what the answer may touch. Made once a token, kept until it ends. */
export interface Principal {
  /** As logs name it. */
  readonly name: string;
  /** As `Identity` has it. */
  readonly id: string;
  /** Differs wherever identity or rights differ, so that state is never shared between rights. */
  readonly key: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Those of the command line, narrowed. */
  readonly options: Options;
  /** As `Opening` has it. */
  readonly outer: readonly string[] | null;
  readonly quota: Quota;
  /** Of whoever uses the same quota: the principal, whatever its rights are. */
  readonly usageKey: string;
  /** Milliseconds since the epoch: the token counts no longer; infinite if it never ends. */
  readonly expiresMs: number;
  /** Whether the token gives these rights still, now that the sources may have changed. */
  readonly isCurrent: () => boolean;
}

/** The scopes that something takes which is done with the last of them. */
export function upTo(scope: Scope): string {
  return SCOPES.slice(0, SCOPES.indexOf(scope) + 1).join(' ');
}
