import type { ListedOperation, OperationEntry } from '@dragoman/history/internal/history';
import { describe, expect, it } from 'vitest';
import { chosen, type Selection } from './selection.ts';

type State = ListedOperation['state'];

/** An operation of a session; damaged without one. */
function listed(id: string, session: string | null, state: State = 'done'): ListedOperation {
  const facts = {
    kind: 'operation',
    id,
    time: '',
    dialect: '',
    tool: '',
    client: '',
    changes: [],
    grownBy: 0,
  } as const;
  const entry: OperationEntry | null = session === null ? null : { ...facts, session };
  return { id, state, paths: () => [], entry: () => entry, removed: () => undefined };
}

const LIST = {
  all: [
    listed('dddd0005', null),
    listed('aaaa0004', 'two', 'undone'),
    listed('aaaa0003', 'two'),
    listed('aaaa0002', 'one', 'undone'),
    listed('aaab0001', 'one'),
  ],
  undone: ['aaaa0002', 'ffff0000', 'dddd0005', 'aaaa0004'],
};

const DAMAGED = { all: [listed('dddd0005', null), listed('dddd0006', null, 'undone')], undone: ['dddd0006'] };

/** Ids, or the problem. */
function idsOf(list: typeof LIST, direction: 'undo' | 'redo' | 'find', selection: Selection) {
  const found = chosen(list, direction, selection);
  return 'problem' in found ? found : found.map(({ id }) => id);
}

describe('chosen', () => {
  it.each<['undo' | 'redo' | 'find', Selection, string[]]>([
    ['undo', {}, ['aaaa0003']],
    ['redo', {}, ['aaaa0002']],
    ['find', {}, ['aaaa0004']],
    ['undo', { session: 'last' }, ['aaaa0003']],
    ['undo', { session: 'one' }, ['aaab0001']],
    ['redo', { session: 'one' }, ['aaaa0002']],
    ['redo', { session: 'last' }, ['aaaa0004']],
    ['undo', { ids: ['aaab', 'AAAA0003'] }, ['aaaa0003', 'aaab0001']],
    ['redo', { ids: ['aaaa0004', 'aaaa0002', 'aaaa0004'] }, ['aaaa0002', 'aaaa0004']],
    ['find', { ids: ['aaaa0002'] }, ['aaaa0002']],
  ])('is for %s %j: %j', (direction, selection, ids) => {
    expect(idsOf(LIST, direction, selection)).toEqual(ids);
  });

  it.each<['undo' | 'redo' | 'find', Selection, object]>([
    ['undo', { session: 'none' }, { problem: 'nothing' }],
    ['undo', { ids: [] }, { problem: 'nothing' }],
    ['undo', { ids: ['dddd'] }, { problem: 'unknown', id: 'dddd' }],
    ['undo', { ids: ['aaa'] }, { problem: 'unknown', id: 'aaa' }],
    ['undo', { ids: ['aaaa0004'] }, { problem: 'state', id: 'aaaa0004', state: 'undone' }],
    ['redo', { ids: ['aaaa0003'] }, { problem: 'state', id: 'aaaa0003', state: 'done' }],
    ['find', { ids: ['aaaa'] }, { problem: 'ambiguous', id: 'aaaa', ids: ['aaaa0004', 'aaaa0003', 'aaaa0002'] }],
  ])('is none for %s %j: %j', (direction, selection, problem) => {
    expect(idsOf(LIST, direction, selection)).toEqual(problem);
  });

  it.each(['undo', 'redo'] as const)('is nothing to %s if all is damaged', (direction) => {
    for (const selection of [{}, { session: 'last' }, { session: 'one' }])
      expect(idsOf(DAMAGED, direction, selection)).toEqual({ problem: 'nothing' });
  });
});
