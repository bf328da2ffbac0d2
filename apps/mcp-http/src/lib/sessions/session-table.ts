import { busy, Refusal } from '../calls/refusal.ts';
import { createUsage, type Usage } from '../calls/usage.ts';
import { OWNER } from '../who/identity.ts';
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
  /** Number of sessions of each principal, by its id. */
  readonly counts: Map<string, number>;
  readonly usages: Usages;
}

export function createSessionTable(options: TableOptions): SessionTable {
  const { idleMs, now } = options;
  const entries = new Map<string, Entry>();
  const usages = createUsages(now);
  const table: Table = { options, entries, counts: new Map(), usages };
  const sweep = (): void => {
    usages.sweep();
    sweepSessions(table);
  };
  const sweeping = setInterval(sweep, Math.min(Math.max(idleMs / 4, 50), 10_000)).unref();
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

/** Usage of each principal. */
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
  const entry = table.entries.get(key) ?? open(table, principal, key);
  putLast(table, entry);
  entry.principal = principal;
  return entry;
}

function putLast({ entries }: Table, entry: Entry): void {
  entries.delete(entry.key);
  entries.set(entry.key, entry);
}

function open(table: Table, principal: Principal, key: string): Entry {
  const { options, usages, counts } = table;
  const usage = usages.of(principal);
  // First, so that whoever may have no more closes nobody's.
  usage.openSession();
  try {
    makeRoom(table, principal);
  } catch (error) {
    usage.closeSession();
    throw error;
  }
  counts.set(principal.id, (counts.get(principal.id) ?? 0) + 1);
  return { key, principal, session: createSession(principal, options), uses: 0, usedMs: options.now() };
}

/**
 * Closes an idle session where another is one too many: of whoever has most, and of its own principal where that has as
 * many. So nobody loses one to somebody who has more.
 * @throws Refusal if there is none
 */
function makeRoom(table: Table, principal: Principal): void {
  const { entries, counts, options } = table;
  const isFull = entries.size >= options.maxSessions;
  const own = (counts.get(principal.id) ?? 0) + 1;
  const share = shareOf(principal, options.maxSessions);
  if (!isFull && own <= share) return;
  const idle = [...entries.values()].filter((entry) => !isBusy(entry));
  const ofOwn = idle.find((entry) => entry.principal.id === principal.id);
  const countOf = (entry: Entry | undefined): number => counts.get(entry?.principal.id ?? '') ?? 0;
  const most = idle.reduce<Entry | undefined>((found, one) => (countOf(one) > countOf(found) ? one : found), undefined);
  const isOthers = own <= share && countOf(most) >= own && (ofOwn === undefined || countOf(most) > own);
  const chosen = isOthers ? most : ofOwn;
  if (chosen !== undefined) closeQuietly(table, chosen);
  else throw isFull ? busy() : new Refusal(429, `${share} sessions are allowed`, 1);
}

/** Half of all at most, unless its quota says otherwise: others find room then, however many one keeps busy. */
function shareOf({ id, quota }: Principal, maxSessions: number): number {
  return id === OWNER.id || quota.sessions !== null ? maxSessions : Math.max(1, Math.floor(maxSessions / 2));
}

/** True if work would be lost that goes on. */
function isBusy({ uses, session }: Entry): boolean {
  return uses > 0 || session.runsCommands;
}

async function close({ entries, counts, usages }: Table, entry: Entry): Promise<void> {
  const { key, principal, session } = entry;
  if (entries.get(key) !== entry) return;
  entries.delete(key);
  const left = (counts.get(principal.id) ?? 1) - 1;
  if (left > 0) counts.set(principal.id, left);
  else counts.delete(principal.id);
  usages.of(principal).closeSession();
  await session[Symbol.asyncDispose]();
}

function closeQuietly(table: Table, entry: Entry): void {
  const { log } = table.options;
  close(table, entry).catch((error) => log('warn', 'A session did not end well', { reason: String(error) }));
}

function sweepSessions(table: Table): void {
  const { idleMs, now, log } = table.options;
  for (const entry of [...table.entries.values()]) {
    if (entry.session.runsCommands) {
      // What a command has written is there to be read for as long as after a call.
      entry.usedMs = now();
      putLast(table, entry);
      entry.session
        .look()
        .catch((error) => log('warn', 'A session does not tell of its commands', { reason: String(error) }));
    } else if (entry.uses === 0 && now() - entry.usedMs >= idleMs) closeQuietly(table, entry);
  }
}
