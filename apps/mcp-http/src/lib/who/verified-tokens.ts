import type { Principal } from './principal.ts';

/** Tokens that were found good a moment ago. */
export interface VerifiedTokens {
  get(digest: string, nowMs: number): Principal | null;
  keep(digest: string, principal: Principal, nowMs: number): void;
  clear(): void;
}

// So long may a token still be taken that its issuer or the file of principals has given up.
const KEPT_MS = 60_000;
const MAX_KEPT = 10_000;

/** Keeps tokens by their SHA-256, so that none stays in memory. */
export function createVerifiedTokens(): VerifiedTokens {
  const kept = new Map<string, { readonly principal: Principal; readonly untilMs: number }>();
  return {
    get(digest, nowMs) {
      const found = kept.get(digest);
      if (found === undefined) return null;
      if (nowMs < found.untilMs) return found.principal;
      kept.delete(digest);
      return null;
    },
    keep(digest, principal, nowMs) {
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(digest, { principal, untilMs: Math.min(nowMs + KEPT_MS, principal.expiresMs) });
    },
    clear: () => kept.clear(),
  };
}
