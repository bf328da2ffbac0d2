import type { CommitConflict, CommitResult, OverlayChange } from '@dragoman/outcomes';
import { expect, it } from 'vitest';
import { changesText, commitNotes, commitRefusal, commitWarning } from './commit-text.ts';

const show = (path: string) => path.slice(1);

const changes = [
  { path: '/new', kind: 'created', from: null, to: 'v2' },
  { path: '/old', kind: 'changed', from: 'v1', to: 'v2' },
  { path: '/gone', kind: 'removed', from: 'v1', to: null },
] as readonly object[] as readonly OverlayChange[];

const conflicts = [
  { path: '/new', from: null, found: 'v3' },
  { path: '/old', from: 'v1', found: 'v3' },
  { path: '/gone', from: 'v1', found: null },
] as readonly object[] as readonly CommitConflict[];

const LINES = '\n  new: there by now\n  old: changed since\n  gone: no longer there';

it('changes are lines with a letter', () => {
  expect(changesText(changes, show)).toBe('A new\nM old\nD gone\n');
});

it('hard links that a commit broke are named', () => {
  const brokenHardLinks = ['/old'] as readonly string[] as CommitResult['brokenHardLinks'];
  expect(commitNotes({ brokenHardLinks }, show)).toEqual(['old had other hard links; they keep the old content']);
});

it('what stands in the way of a commit is told of each file', () => {
  expect(commitRefusal({ done: [], conflicts }, show)).toBe(`Cannot commit: nothing was changed${LINES}`);
  expect(commitRefusal({ done: changes, conflicts }, show)).toBe(`Cannot commit the rest${LINES}`);
  expect(commitWarning(conflicts, show)).toBe(`A commit would be refused${LINES}`);
});
