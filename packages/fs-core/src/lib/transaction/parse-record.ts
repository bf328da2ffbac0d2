import { resolve } from 'node:path';
import { parseJson } from '../errors/best-effort.ts';
import { isTempFileName } from '../lock/temp-file-name.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type Intent, pathsIn, type RecordedIntent, withPaths } from './intent-record.ts';
import type { StepRecord } from './step.ts';

/**
 * The content of a record. `unbegun`: not even its first line is whole, so nothing was staged yet. `unusable`: no
 * transaction writes such a thing, so nothing is done about it.
 */
export type ParsedRecord = RecordedIntent | 'unbegun' | 'unusable';

// In place of a line that is there and says nothing.
const NOTHING = {};
// The intent, what is placed, the mark, the note of a recorder.
const LINES = 4;

/**
 * Reads a record, which anybody may have written.
 * @param pathOf the real path that the record names so
 */
export function parseRecord(text: string, pathOf: (spelling: string) => string): ParsedRecord {
  // What follows the last newline was cut off.
  const lines = text.split('\n', LINES + 1).slice(0, -1);
  if (lines.length === 0) return 'unbegun';
  const [intent, placing = null, isDone = false, note = null] = lines.map((line) => parseJson(line) ?? NOTHING);
  if (!isIntent(intent) || typeof isDone !== 'boolean') return 'unusable';
  if (placing !== null && !isPlacing(placing, intent)) return 'unusable';
  const named = withPaths(intent, pathOf);
  if (!pathsIn(named).every(isRealPath)) return 'unusable';
  return { ...named, placing, isDone, note };
}

function isIntent(value: unknown): value is Intent {
  if (!isObject(value)) return false;
  const { steps, made } = value;
  return Array.isArray(steps) && steps.every(isStep) && Array.isArray(made) && made.every(isText);
}

/** A transaction makes the names beside the paths itself: a record that was tampered with renames no other file. */
function isStep(value: unknown): value is StepRecord {
  if (!isObject(value) || !isText(value.path)) return false;
  const { staged, kept, to } = value;
  switch (value.do) {
    case 'put':
      return isOwnName(staged) && (kept === null || isOwnName(kept));
    case 'remove':
      return isOwnName(kept);
    case 'shift':
      return isText(to) && (kept === null || isOwnName(kept));
    default:
      return false;
  }
}

function isPlacing(value: unknown, { steps }: Intent): value is (Fingerprint | null)[] {
  return Array.isArray(value) && value.length === steps.length && value.every(isFingerprint);
}

function isFingerprint(value: unknown): value is Fingerprint | null {
  if (value === null) return true;
  return isObject(value) && isText(value.inode) && isTextOrNull(value.size) && isTextOrNull(value.mtimeNs);
}

function isRealPath(path: string): boolean {
  return path === resolve(path) && !path.includes('\0');
}

function isOwnName(value: unknown): value is string {
  return isText(value) && isTempFileName(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
