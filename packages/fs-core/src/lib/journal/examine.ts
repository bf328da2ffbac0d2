import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '../errors/best-effort.ts';
import { readPlainFile } from '../paths/plain-file.ts';
import { type Contents, openContents } from './contents.ts';
import { digestIn, filesIn, nodesOf, type OperationEntry } from './entry.ts';
import { entryOf } from './entry-line.ts';
import { entryListIn } from './entry-list.ts';
import type { JournalPlace } from './journal-place.ts';

/** Contents and damage of a journal. */
export interface JournalFindings {
  readonly directory: string;
  readonly operations: number;
  /** ISO 8601, of the oldest operation; null if there is none. */
  readonly oldest: string | null;
  /** Size of all contents. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Lines of its list that are not as they were written. */
  readonly damagedLines: number;
  /** Operations that cannot be taken back, since a content is damaged or gone. */
  readonly damagedOperations: number;
}

/** Reads all of a journal, and changes nothing. @throws the system's error */
export async function examineJournal({ directory, contents: place, limits }: JournalPlace): Promise<JournalFindings> {
  const list = entryListIn(directory);
  const lines = list.lines();
  const entries = lines.flatMap((line) => entryOf(line) ?? []);
  const operations = entries.filter((entry) => entry.kind === 'operation');
  const whole = await wholeIn(openContents(place));
  const isWhole = (operation: OperationEntry): boolean => digestsOf(operation).every((digest) => whole.has(digest));
  return {
    directory,
    operations: operations.length,
    oldest: operations.map(({ time }) => time).sort()[0] ?? null,
    bytes: sizeOf(place),
    maxBytes: limits.maxBytes,
    damagedLines: linesAt(list.path) - entries.length,
    damagedOperations: operations.filter((operation) => !isWhole(operation)).length,
  };
}

function digestsOf(operation: OperationEntry): string[] {
  const files = nodesOf(operation).flatMap(filesIn);
  return files.filter(({ isKept }) => isKept).map(({ version }) => digestIn(version));
}

async function wholeIn(contents: Contents): Promise<Set<string>> {
  const whole = new Set<string>();
  for (const name of readdirSync(contents.directory)) if (await contents.isWhole(name)) whole.add(name);
  return whole;
}

function sizeOf(directory: string): number {
  const sizes = readdirSync(directory).map((name) => orNull(() => lstatSync(join(directory, name)).size) ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function linesAt(path: string): number {
  const text = orNull(() => readPlainFile(path)?.toString('latin1')) ?? '';
  return text.split('\n').filter((line) => line !== '').length;
}
