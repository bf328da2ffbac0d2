import { describe, expect, it } from 'vitest';
import { isEntry } from './is-entry.ts';

const VERSION = `sha256:${'0'.repeat(64)}`;
const file = { kind: 'file', version: VERSION, mode: 0o644, size: 1, isKept: true };
const link = { kind: 'link', target: 'x' };
const directory = { kind: 'directory', mode: 0o755 };
const change = { change: 'update', path: '/f', before: file, after: file };
const operation = {
  ...{ kind: 'operation', id: '0123abcd', time: '2026-11-25T00:00:00.000Z', grownBy: 0 },
  ...{ session: 's', dialect: 'd', tool: 't', client: 'c', changes: [change] },
};
const mark = { kind: 'undo', id: '0123abcd', time: '2026-11-25T00:00:00.000Z', grownBy: 0, ids: ['4567cdef'] };
const changed = (more: object) => ({ ...operation, changes: [{ ...change, ...more }] });

function nested(depth: number): object {
  let node: object = directory;
  for (let at = 0; at < depth; at += 1) node = { ...directory, entries: { d: node } };
  return node;
}

describe('isEntry', () => {
  it.each<[string, object]>([
    ['an operation', operation],
    ['marks', mark],
    ['a redo', { ...mark, kind: 'redo' }],
    ['an undo that removed something', { ...mark, removed: { '/f': file }, emptied: ['/a/b', '/a'] }],
    ['a base', { ...mark, kind: 'base', ids: [] }],
    ['an addition', changed({ change: 'add', before: null })],
    ['a removal of a link', changed({ change: 'delete', before: link, after: null })],
    ['a move', changed({ change: 'move', from: '/g', replaced: link })],
    ['directories that were made', changed({ made: ['/a', '/a/b'] })],
    ['a directory', changed({ after: directory })],
    ['what a directory holds', changed({ after: { ...directory, entries: { f: file, d: directory, '...': link } } })],
    ['what is no file', changed({ before: { kind: 'other' } })],
  ])('takes %s', (_, value) => {
    expect(isEntry(value)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'x'],
    ['a list', [operation]],
    ['another kind', { ...mark, kind: 'undone' }],
    ['a wrong id', { ...operation, id: '0123ABCD' }],
    ['no id', { ...operation, id: 1 }],
    ['no time', { ...operation, time: 0 }],
    ['no size', { ...operation, grownBy: '1' }],
    ['a mark of nothing', { ...mark, ids: undefined }],
    ['a mark of numbers', { ...mark, ids: [1] }],
    ['a removal of what is no entry', { ...mark, removed: { '/f': { kind: 'file' } } }],
    ['removals without names', { ...mark, removed: [file] }],
    ['a directory without a name', { ...mark, emptied: [null] }],
    ['an operation of nobody', { ...operation, client: null }],
    ['no changes', { ...operation, changes: {} }],
    ['a change that is none', { ...operation, changes: [null] }],
    ['a change without a path', changed({ path: undefined })],
    ['an unknown change', changed({ change: 'copy' })],
    ['a move from nowhere', changed({ change: 'move' })],
    ['an edit from somewhere', changed({ from: '/g' })],
    ['nothing before', changed({ before: undefined })],
    ['an unknown node', changed({ after: { kind: 'socket' } })],
    ['a node that is none', changed({ after: 'file' })],
    ['a version that is none', changed({ after: { ...file, version: 'sha256:0' } })],
    ['a version that is no text', changed({ after: { ...file, version: 0 } })],
    ['a file without a mode', changed({ after: { ...file, mode: '644' } })],
    ['a file that may be kept', changed({ after: { ...file, isKept: 1 } })],
    ['a link to nowhere', changed({ after: { kind: 'link' } })],
    ['a directory without a mode', changed({ after: { kind: 'directory' } })],
    ['a list of what it holds', changed({ after: { ...directory, entries: [file] } })],
    ['what it holds by a path', changed({ after: { ...directory, entries: { 'a/b': file } } })],
    ['what it holds above itself', changed({ after: { ...directory, entries: { '..': file } } })],
    ['what it holds by no name', changed({ after: { ...directory, entries: { '': file } } })],
    ['what it holds and is none', changed({ after: { ...directory, entries: { f: null } } })],
    ['directories without end', changed({ after: nested(100_000) })],
    ['what was replaced and is none', changed({ replaced: null })],
    ['what was made and is none', changed({ made: '/a' })],
    ['what was made by numbers', changed({ made: [1] })],
  ])('refuses %s', (_, value) => {
    expect(isEntry(value)).toBe(false);
  });
});
