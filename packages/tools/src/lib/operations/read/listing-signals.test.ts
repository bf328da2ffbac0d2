import type { Volume } from '@dragoman/fs-core';
import { callOptions, openMemoryVolume } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import type { Call, Session } from '../../session.ts';
import { findEntries } from '../find/find-entries.ts';
import { findPage } from '../find/find-page.ts';
import { glob } from '../find/glob.ts';
import { directoryTree } from '../list/directory-tree.ts';
import { listBelow } from '../list/list-below.ts';
import { listDirectory } from '../list/list-directory.ts';
import { listSizes } from '../list/list-sizes.ts';
import { viewLinesOrTree } from './view-lines.ts';

type Operation = (session: Session, call: Call) => Promise<unknown>;

const none = { maxTokens: null, maxBytes: null, maxLines: null };
const path = '.';

it.each<[string, Operation]>([
  ['directoryTree', (session, call) => directoryTree(session, { path, exclude: [], sizeOf: () => 0 }, call)],
  ['findEntries', (session, call) => findEntries(session, { path, glob: '**', exclude: [] }, call)],
  ['findPage', (session, call) => findPage(session, { pattern: '**', limits: none }, call)],
  ['glob', (session, call) => glob(session, { pattern: '**', kinds: 'files', hidden: true, ignoreFiles: 'all' }, call)],
  ['listBelow', (session, call) => listBelow(session, { path, depth: 1, offset: 0, limit: 9 }, call)],
  ['listDirectory', (session, call) => listDirectory(session, { path, ignore: [], respectGitIgnore: false }, call)],
  ['listSizes', (session, call) => listSizes(session, { path }, call)],
  ['viewLinesOrTree', (session, call) => viewLinesOrTree(session, { path, range: null }, call)],
])('a volume that lists for %s hears of its end', async (_, operation) => {
  await using memory = openMemoryVolume('/data');
  memory.plant({ f: 'x' });
  const signals: unknown[] = [];
  const open: Volume['open'] = (opened, purpose) => {
    if (purpose?.for === 'names' || purpose?.for === 'either') signals.push(purpose.signal);
    return memory.volume.open(opened, purpose);
  };
  const session = createSession({ workdir: '/data', volume: { ...memory.volume, open } });
  const { signal } = new AbortController();
  await operation(session, { ...callOptions, signal });
  expect(new Set(signals)).toEqual(new Set([signal]));
});
