import { busy } from '../calls/refusal.ts';
import { createUsage, type Usage } from '../calls/usage.ts';
import type { Principal } from '../who/principal.ts';
import { createSession, type ServedSession, type SessionParts } from './session.ts';

/** The sessions of this process, by principal and name. */
export interface SessionTable extends AsyncDisposable {
  /** The session of a name, opened if there is none. Stays open until the use of it is disposed of. @throws Refusal */
  use(principal: Principal, name: string): SessionUse;
  end(principal: Principal, name: string): Promise<void>;
  /** Ends the sessions of principals whose rights have changed since, and what the sessions left running. */
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

interface Table {
  readonly options: TableOptions;
  /** The longest unused first. */
  readonly entries: Map<string, Entry>;
  readonly usages: Usages;
}

export function createSessionTable(options: TableOptions): SessionTable {
  const { idleMs, now } = options;
  const entries = new Map<string, Entry>();
  const usages = createUsages(now);
  const table = { options, entries, usages };
  const sweep = (): void => {
    usages.sweep();
    sweepSessions(table);
  };
  const sweeping = setInterval(sweep, Math.min(Math.max(idleMs / 4, 50), 60_000)).unref();
  return {
    get size() {
      return entries.size;
    },
    usageOf: usages.of,
    use(principal, name) {
      const entry = touched(table, principal, `${principal.key} ${name}`);
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
      if (entry !== undefined) await close(table, entry);
    },
    endOutdated() {
      for (const entry of entries.values()) if (!entry.principal.isCurrent()) closeQuietly(table, entry);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(sweeping);
      await Promise.all([...entries.values()].map((entry) => close(table, entry)));
    },
  };
}

/** What each principal uses. */
interface Usages {
  of(principal: Principal): Usage;
  /** Forgets those that count nothing. */
  sweep(): void;
}

function createUsages(now: () => number): Usages {
  const usages = new Map<string, Usage>();
  return {
    of({ usageKey, quota }) {
      const usage = usages.get(usageKey) ?? createUsage(quota, now);
      usages.set(usageKey, usage);
      return usage;
    },
    sweep() {
      for (const [key, usage] of usages) if (!usage.counts()) usages.delete(key);
    },
  };
}

/** The entry of a key, which is the last in the order of the map then. */
function touched(table: Table, principal: Principal, key: string): Entry {
  const { entries } = table;
  const entry = entries.get(key) ?? open(table, principal, key);
  entries.delete(key);
  entries.set(key, entry);
  entry.principal = principal;
  return entry;
}

function open(table: Table, principal: Principal, key: string): Entry {
  const { options, usages } = table;
  makeRoom(table);
  usages.of(principal).openSession();
  return { key, principal, session: createSession(principal, options), uses: 0, usedMs: options.now() };
}

function makeRoom(table: Table): void {
  if (table.entries.size < table.options.maxSessions) return;
  const idle = [...table.entries.values()].find(({ uses }) => uses === 0);
  if (idle === undefined) throw busy();
  closeQuietly(table, idle);
}

async function close({ entries, usages }: Table, { key, principal, session }: Entry): Promise<void> {
  entries.delete(key);
  usages.of(principal).closeSession();
  await session[Symbol.asyncDispose]();
}

function closeQuietly(table: Table, entry: Entry): void {
  const { log } = table.options;
  close(table, entry).catch((error) => log('warn', 'A session did not end well', { reason: String(error) }));
}

function sweepSessions(table: Table): void {
  const { idleMs, now } = table.options;
  for (const entry of table.entries.values()) {
    if (now() - entry.usedMs < idleMs) return;
    if (entry.uses === 0) closeQuietly(table, entry);
  }
}
