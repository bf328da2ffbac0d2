import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, orNull, readPlainFile } from '@dragoman/fs-core/internal/own-files';
import { digestIn } from '@dragoman/fs-core/internal/recorder';
import { type Contents, TEMPORARY } from './contents.ts';
import { filesIn, nodesOf, type OperationEntry } from './entry.ts';
import { aboutOf, type EntryLine, entryOf, lineOf } from './entry-line.ts';
import type { EntryList } from './entry-list.ts';
import type { JournalLimits } from './journal-place.ts';
import { removeStalePins } from './pins.ts';

interface Stores {
  readonly list: EntryList;
  readonly contents: Contents;
  readonly records: string;
}

// Below the limit, so that the next operations do not make the oldest go one by one.
const FILLED = 0.9;

/** Lets the oldest operations go, and all contents that no other needs. To be called while the list is locked. */
export async function evict({ list, contents, records }: Stores, limits: JournalLimits): Promise<void> {
  removeStalePins(records);
  const lines = list.lines();
  const staying = stayingOf(lines, limits);
  const needed = new Map([...staying.values()].flatMap(contentsOf));
  const ids = new Set(staying.keys());
  const rest = lines.filter((line) =>
    line.kind === 'operation' ? ids.has(line.id) : aboutOf(line).some((id) => ids.has(id)),
  );
  const inUse = new Set([...needed.keys(), ...digestsIn(records)]);
  const grownBy = sweep(contents.directory, inUse) - rest.reduce((sum, line) => sum + line.grownBy, 0);
  const base = { kind: 'base', id: '00000000', time: new Date().toISOString(), ids: [], grownBy } as const;
  await list.replace([lineOf(base).trimEnd(), ...rest.map(({ bytes }) => bytes)]);
}

/** The operations that stay, by id: the newest that are young enough, and whose contents are few enough. */
function stayingOf(lines: readonly EntryLine[], { maxBytes, maxAgeMs }: JournalLimits): Map<string, OperationEntry> {
  const staying = new Map<string, OperationEntry>();
  const counted = new Set<string>();
  let bytes = 0;
  for (const line of lines.toReversed()) {
    if (line.kind !== 'operation') continue;
    const entry = entryOf(line);
    // What is damaged cannot be undone. And a clock may have been wrong for a while: each is judged by its own time.
    if (entry?.kind !== 'operation' || Date.now() - Date.parse(entry.time) > maxAgeMs) continue;
    for (const [digest, size] of contentsOf(entry)) {
      if (!counted.has(digest)) bytes += size;
      counted.add(digest);
    }
    if (bytes > maxBytes * FILLED && staying.size > 0) break;
    staying.set(entry.id, entry);
  }
  return staying;
}

/** Digests and sizes. */
function contentsOf(entry: OperationEntry): [string, number][] {
  const files = nodesOf(entry).flatMap(filesIn);
  return files.filter(({ isKept }) => isKept).map(({ version, size }) => [digestIn(version), size]);
}

/** Digests that operations rely on that are not in the list yet. */
function digestsIn(records: string): string[] {
  return readdirSync(records).flatMap((name) => {
    const text = orNull(() => readPlainFile(join(records, name))?.toString()) ?? '';
    return [...text.matchAll(/sha256:([0-9a-f]{64})/g)].flatMap(([, digest]) => digest ?? []);
  });
}

const STALE_MS = 60 * 60 * 1000;

/** Removes what is not in use. Returns how many bytes stay. */
function sweep(directory: string, inUse: ReadonlySet<string>): number {
  let bytes = 0;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stat = orNull(() => lstatSync(path, { throwIfNoEntry: false }));
    if (stat === null) continue;
    const stays = name.endsWith(TEMPORARY)
      ? Date.now() - stat.mtimeMs < STALE_MS
      : inUse.has(name) || !DIGEST.test(name);
    if (stays || !attempt(() => unlinkSync(path))) bytes += stat.size;
  }
  return bytes;
}

// What somebody else has put there is not ours to remove.
const DIGEST = /^[0-9a-f]{64}$/;
