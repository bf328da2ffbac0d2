import type { EntryChange, KeptNode } from '@dragoman/fs-core/internal/kernel';
import type { Entry, MarkEntry, OperationEntry } from './entry.ts';

const MARKS: ReadonlySet<unknown> = new Set(['undo', 'redo', 'base']);
const ID = /^[0-9a-f]{8}$/;

/** True if a value is an entry: a record may have been written by anybody. */
export function isEntry(value: unknown): value is Entry {
  if (!isFields(value) || typeof value.id !== 'string' || !ID.test(value.id) || typeof value.time !== 'string') {
    return false;
  }
  if (typeof value.grownBy !== 'number') return false;
  if (value.kind === 'operation') return isOperation(value);
  return MARKS.has(value.kind) && isMark(value);
}

function isMark({ ids, removed, emptied }: Fields<MarkEntry>): boolean {
  return (
    isListOf(ids, isText) &&
    (removed === undefined || isRemoved(removed)) &&
    (emptied === undefined || isListOf(emptied, isText))
  );
}

function isRemoved(value: unknown): boolean {
  return isFields(value) && Object.values(value).every((node) => isNode(node));
}

function isOperation(value: Fields<OperationEntry>): boolean {
  return [value.session, value.dialect, value.tool, value.client].every(isText) && isListOf(value.changes, isChange);
}

function isChange(value: unknown): value is EntryChange {
  if (!isFields<EntryChange>(value) || !isText(value.path)) return false;
  const { change, from, before, after, replaced, made } = value;
  const isKnown = change === 'add' || change === 'update' || change === 'delete' || change === 'move';
  return (
    isKnown &&
    (change === 'move') === isText(from) &&
    (before === null || isNode(before)) &&
    (after === null || isNode(after)) &&
    (replaced === undefined || isNode(replaced)) &&
    (made === undefined || isListOf(made, isText))
  );
}

// More directories than a path leads through, and fewer than the stack has room for.
const DEEPEST = 1000;

function isNode(value: unknown, depth = 0): value is KeptNode {
  if (!isFields<Record<string, unknown>>(value) || depth > DEEPEST) return false;
  switch (value.kind) {
    case 'file':
      return isVersion(value.version) && typeof value.mode === 'number' && typeof value.isKept === 'boolean';
    case 'link':
      return isText(value.target);
    case 'directory':
      return typeof value.mode === 'number' && (value.entries === undefined || isHolding(value.entries, depth + 1));
    default:
      return value.kind === 'other';
  }
}

function isHolding(value: unknown, depth: number): boolean {
  // A name that leads elsewhere would put what was kept outside of its directory.
  return isFields(value) && Object.entries(value).every(([name, node]) => NAME.test(name) && isNode(node, depth));
}

// On Windows a backslash separates names, too, and a colon follows a drive.
const NAME = process.platform === 'win32' ? /^(?!\.{1,2}$)[^/\\:\0]+$/ : /^(?!\.{1,2}$)[^/\0]+$/;

function isVersion(value: unknown): boolean {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}

type Fields<Of> = { readonly [Name in keyof Of]?: unknown };

function isFields<Of = Record<string, unknown>>(
  value: unknown,
): value is Fields<Of> & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf<T>(value: unknown, accepts: (each: unknown) => each is T): boolean {
  return Array.isArray(value) && value.every(accepts);
}
