import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import { orNull } from '../errors/best-effort.ts';
import { yieldToEventLoop } from '../volume/yield-to-event-loop.ts';
import { pathsIn, type Recorded } from './intent-record.ts';
import type { ParsedRecord } from './parse-record.ts';
import type { TransactionContext } from './planned.ts';
import type { RecordMemory } from './record-memory.ts';
import type { RecordPlace } from './record-places.ts';
import type { Records, RecordsLook, SeenRecord } from './records.ts';
import { recordsOf } from './records-of.ts';
import { type Recovery, recoverRecord } from './recover-record.ts';

/** The records of one place. */
export interface Found {
  readonly place: RecordPlace;
  /** As `recordsIn` gives them. */
  readonly names: readonly string[];
  readonly memory: RecordMemory;
  /** Names of records of this process that it could not finish itself. */
  readonly own: readonly string[];
}

// After so long, no other record is obeyed, or read, before the next look.
const OBEY_SECONDS = 0.5;
const LOOK_SECONDS = 2;
const RETRY_SECONDS = 30;
// Other calls have their turn after so many records.
const AT_ONCE = 50;

/**
 * Takes back, or tidies up after, what processes left that ended in the middle of a transaction in the trees of this
 * volume. A record that no transaction has written, or that names anything outside of the trees or something denied, is
 * left alone, and passed over from then on. None keeps another from being obeyed.
 */
export async function recover(context: TransactionContext, found: Found): Promise<Recovery[]> {
  const { place, names, memory } = found;
  const records = recordsOf(place);
  using look = records.look();
  if (look === null) return [];
  memory.keep(names);
  const recoveries: Recovery[] = [];
  const until = process.uptime() + LOOK_SECONDS;
  let [looks, obeying] = [0, 0];
  for (const candidate of candidatesIn(look, found)) {
    const since = process.uptime();
    if (since > until || obeying > OBEY_SECONDS) break;
    looks += 1;
    if (looks % AT_ONCE === 0) await yieldToEventLoop();
    memory.last = candidate.name;
    if (!isToBeObeyed(context, candidate, memory)) continue;
    recoveries.push(...(await obeyOrRemember(context, { ...candidate, place, records, memory })));
    obeying += process.uptime() - since;
  }
  return recoveries;
}

interface Candidate {
  readonly name: string;
  /** Whether it is one of this process, which could not finish it. */
  readonly isOwn: boolean;
  readonly seen: SeenRecord;
}

/** Begins after the name that came last before: whatever those before it are, the others have their turn. */
function* candidatesIn(look: RecordsLook, { names, memory, own }: Found): Generator<Candidate> {
  const sorted = names.toSorted();
  const { last } = memory;
  for (const name of [...sorted.filter((each) => each > last), ...sorted.filter((each) => each <= last)]) {
    const isOwn = own.includes(name);
    const seen = look.at(name, isOwn);
    if (seen !== null && !memory.has(name, seen.state)) yield { name, isOwn, seen };
  }
}

function isToBeObeyed(context: TransactionContext, { name, seen }: Candidate, memory: RecordMemory): boolean {
  const record = orNull(() => seen.read());
  if (record === null) return false;
  const isUsable = isObeyed(context, record);
  if (!isUsable) memory.add(name, seen.state);
  return isUsable;
}

/** Judges a record before anything is locked for it. */
function isObeyed({ scope }: TransactionContext, record: ParsedRecord): record is Recorded | 'unbegun' {
  if (typeof record === 'string') return record === 'unbegun';
  return pathsIn(record).every((path) => isAllowedPath(scope, path, 'write'));
}

interface Obeyed extends Candidate {
  readonly place: RecordPlace;
  readonly records: Records;
  readonly memory: RecordMemory;
}

/** Passes a record over for a while that cannot be obeyed now. */
async function obeyOrRemember(context: TransactionContext, obeyed: Obeyed): Promise<Recovery[]> {
  const { name, isOwn, seen, memory } = obeyed;
  try {
    return await obey(context, obeyed);
  } catch (error) {
    const isNew = memory.add(name, seen.state, isOwn ? 0 : RETRY_SECONDS);
    if (isOwn) context.unfinished.add(name);
    // Once for each: a tree can bring thousands.
    if (isNew)
      context.log('warn', 'What a killed process left could not be finished', { record: name, reason: String(error) });
    return [];
  }
}

/** Returns what came of it: nothing if the process lives, or had only begun to stage. */
async function obey(context: TransactionContext, { place, records, name, isOwn }: Obeyed): Promise<Recovery[]> {
  using claim = await records.claim(name, isOwn);
  // Another record may have its name by now.
  if (claim === null || !isObeyed(context, claim.record)) return [];
  const { record } = claim;
  const recovery = record === 'unbegun' ? null : await recoverRecord(context, record, place);
  claim.remove();
  return recovery !== null && record !== 'unbegun' && record.placing !== null ? [recovery] : [];
}
