import { isAllowedPath } from '../descriptors/allowed-pin.ts';
import { orNull } from '../errors/best-effort.ts';
import { createPace } from '../volume/pace.ts';
import { pathsIn, type RecordedIntent } from './intent-record.ts';
import type { ParsedRecord } from './parse-record.ts';
import type { TransactionContext } from './planned.ts';
import type { RecordMemory } from './record-memory.ts';
import type { RecordPlace } from './record-places.ts';
import type { Records, RecordsLook, SeenRecord } from './records.ts';
import { recordsOf } from './records-of.ts';
import { type Recovery, recoverRecord } from './recover-record.ts';

/** Records of one place. */
export interface PlaceRecords {
  readonly place: RecordPlace;
  /** Names in the form of `recordsIn`. */
  readonly names: readonly string[];
  readonly memory: RecordMemory;
  /** True if they are records of this process, which could not finish them itself. */
  readonly isOwn: boolean;
}

// After so long, no other record is obeyed, or read, before the next look: the call that looks waits for it.
const OBEY_SECONDS = 0.5;
const LOOK_SECONDS = 0.25;
const RETRY_SECONDS = 30;

/**
 * Takes back, or tidies up after, what processes left that ended in the middle of a transaction in the trees of this
 * volume. A record that no transaction has written, or that names anything outside of the trees or something denied, is
 * left alone, and passed over from then on. None keeps another from being obeyed. One of this process's own is unfinished
 * until it is obeyed, gone or found to be unusable.
 */
export async function recover(context: TransactionContext, found: PlaceRecords): Promise<Recovery[]> {
  const { place, memory, isOwn } = found;
  const records = recordsOf(place);
  using look = records.look();
  if (look === null) return [];
  const recoveries: Recovery[] = [];
  const pace = createPace();
  const begun = process.uptime();
  let obeying = 0;
  for (const name of fromLast(found)) {
    await pace();
    const since = process.uptime();
    if (since - begun - obeying > LOOK_SECONDS || obeying > OBEY_SECONDS) break;
    memory.last = name;
    const seen = seenToObey(context, look, { ...found, name });
    if (seen === null) continue;
    recoveries.push(...(await obeyOrRemember(context, { name, isOwn, seen, place, records, memory })));
    obeying += process.uptime() - since;
  }
  return recoveries;
}

/** Begins after the name that came last before: whatever those before it are, the others have their turn. */
function fromLast({ names, memory: { last } }: PlaceRecords): string[] {
  const sorted = names.toSorted();
  return [...sorted.filter((name) => name > last), ...sorted.filter((name) => name <= last)];
}

interface NamedRecord extends PlaceRecords {
  readonly name: string;
}

/** Null for a record that is not to be obeyed, or not now. */
function seenToObey(
  context: TransactionContext,
  look: RecordsLook,
  { name, isOwn, memory }: NamedRecord,
): SeenRecord | null {
  const seen = look.at(name, isOwn);
  const record = seen === null || memory.has(name, seen.state) ? 'unusable' : orNull(() => seen.read());
  if (record === null) return null;
  if (isObeyed(context, record)) return seen;
  if (seen !== null) memory.add(name, seen.state);
  context.unfinished.delete(name);
  return null;
}

/** Judges a record before anything is locked for it. */
function isObeyed({ scope }: TransactionContext, record: ParsedRecord): record is RecordedIntent | 'unbegun' {
  if (typeof record === 'string') return record === 'unbegun';
  return pathsIn(record).every((path) => isAllowedPath(scope, path, 'write'));
}

interface RecoveryTask {
  readonly name: string;
  readonly isOwn: boolean;
  readonly seen: SeenRecord;
  readonly place: RecordPlace;
  readonly records: Records;
  readonly memory: RecordMemory;
}

/** Passes a record over for a while that cannot be obeyed now. */
async function obeyOrRemember(context: TransactionContext, obeyed: RecoveryTask): Promise<Recovery[]> {
  const { name, isOwn, seen, memory } = obeyed;
  try {
    return await obey(context, obeyed);
  } catch (error) {
    const isNew = memory.add(name, seen.state, isOwn ? 0 : RETRY_SECONDS);
    // Once for each: a tree can bring thousands.
    if (isNew)
      context.log('warn', 'What a killed process left could not be finished', { record: name, reason: String(error) });
    return [];
  }
}

/** Returns what came of it: nothing if the process lives, or had only begun to stage. */
async function obey(context: TransactionContext, { place, records, name, isOwn }: RecoveryTask): Promise<Recovery[]> {
  using claim = await records.claim(name, isOwn);
  // Another record may have its name by now.
  if (claim === null || !isObeyed(context, claim.record)) return [];
  const { record } = claim;
  const recovery = record === 'unbegun' ? null : await recoverRecord(context, record, place);
  claim.remove();
  context.unfinished.delete(name);
  return recovery !== null && record !== 'unbegun' && record.placing !== null ? [recovery] : [];
}
