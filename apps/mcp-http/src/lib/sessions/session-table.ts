import { busy } from '../calls/refusal.ts';
import { createUsage, type Usage } from '../calls/usage.ts';
import type { Principal } from '../who/principal.ts';
import { createSession, type ServedSession, type SessionParts } from './session.ts';

/** The sessions of this process, by principal and name. */
export interface SessionTable extends AsyncDisposable {
  /** The session of a name, which is opened where there is none. Stays open until the use of it is disposed of. @throws Refusal */
  use(principal: Principal, name: string): SessionUse;
  end(principal: Principal, name: string): Promise<void>;
  /** Ends the sessions of whoever has no longer the rights that they were opened with, and what they left running. */
  endOutdated(): void;
  usageOf(principal: Principal): Usage;
  readonly size: number;
}

export interface SessionUse extends Disposable {
  readonly session: ServedSession;
}

export interface TableOptions extends SessionParts {
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly now: () => number;
}

interface Entry {
  readonly key: string;
  principal: Principal;
  readonly session: ServedSession;
  uses: number;
  usedMs: number;
}

export function createSessionTable(options: TableOptions): SessionTable {
  const { maxSessions, idleMs, now } = options;
  /** The longest unused first. */
  const entries = new Map<string, Entry>();
  const usages = new Map<string, Usage>();

  // Other rights of the same principal use the same quota.
  const usageOf = ({ name, quota }: Principal): Usage => {
    const key = JSON.stringify([name, quota]);
    const usage = usages.get(key) ?? createUsage(quota, now);
    usages.set(key, usage);
    return usage;
  };
  const close = async ({ key, principal, session }: Entry): Promise<void> => {
    entries.delete(key);
    usageOf(principal).closeSession();
    await session[Symbol.asyncDispose]();
  };
  const closeQuietly = (entry: Entry): void => {
    close(entry).catch((error) => options.log('warn', 'A session did not end well', { reason: String(error) }));
  };
  const makeRoom = (): void => {
    if (entries.size < maxSessions) return;
    const idle = [...entries.values()].find(({ uses }) => uses === 0);
    if (idle === undefined) throw busy();
    closeQuietly(idle);
  };
  const open = (principal: Principal, key: string): Entry => {
    makeRoom();
    usageOf(principal).openSession();
    return { key, principal, session: createSession(principal, options), uses: 0, usedMs: now() };
  };
  const sweep = (): void => {
    for (const [key, usage] of usages) if (!usage.counts()) usages.delete(key);
    sweepSessions();
  };
  const sweepSessions = (): void => {
    for (const entry of entries.values()) {
      if (now() - entry.usedMs < idleMs) return;
      if (entry.uses === 0) closeQuietly(entry);
    }
  };
  const sweeping = setInterval(sweep, Math.min(Math.max(idleMs / 4, 50), 60_000));
  sweeping.unref();

  return {
    get size() {
      return entries.size;
    },
    usageOf,
    use(principal, name) {
      const key = `${principal.key} ${name}`;
      const entry = entries.get(key) ?? open(principal, key);
      // Set again, it is the last in the order of the map.
      entries.delete(key);
      entries.set(key, entry);
      entry.principal = principal;
      entry.uses += 1;
      return {
        session: entry.session,
        [Symbol.dispose]() {
          entry.uses -= 1;
          entry.usedMs = now();
        },
      };
    },
    async end(principal, name) {
      const entry = entries.get(`${principal.key} ${name}`);
      if (entry !== undefined) await close(entry);
    },
    endOutdated() {
      for (const entry of entries.values()) if (!entry.principal.isCurrent()) closeQuietly(entry);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(sweeping);
      await Promise.all([...entries.values()].map(close));
    },
  };
}
