import type { ListedOperation, OperationList } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { chosen } from './selection.ts';

interface Told {
  readonly id: string;
  readonly session?: string;
  readonly state?: 'done' | 'undone';
  /** Whether the journal can no longer say what it did. */
  readonly isDamaged?: boolean;
}

function listed({ id, session = 's', state = 'done', isDamaged = false }: Told): ListedOperation {
  const entry = {
    kind: 'operation',
    id,
    time: '',
    dialect: '',
    tool: '',
    client: '',
    changes: [],
    grownBy: 0,
  } as const;
  return { id, state, isAllowed: true, paths: () => [], entry: () => (isDamaged ? null : { ...entry, session }) };
}

/** The newest first; what was undone last comes last in `undone`. */
const list = (undone: readonly string[], ...all: readonly Told[]): OperationList => ({ all: all.map(listed), undone });

const LIST = list(
  ['aaaa0002', 'bbbb0001', 'eeee0001'],
  { id: 'eeee0001', state: 'undone', isDamaged: true },
  { id: 'dddd0001', session: 't', isDamaged: true },
  { id: 'cccc0001', session: 't' },
  { id: 'bbbb0001', state: 'undone' },
  { id: 'aaaa0002', session: 't', state: 'undone' },
  { id: 'aaaa0001', session: 's' },
  { id: 'aabb0001', session: 't' },
);

function idsOf(found: ReturnType<typeof chosen>): unknown {
  return 'problem' in found ? found : found.map(({ id }) => id);
}

describe('which operations are meant', () => {
  it.each([
    ['undo', {}, ['cccc0001']],
    ['find', {}, ['cccc0001']],
    ['redo', {}, ['bbbb0001']],
    ['undo', { session: 't' }, ['cccc0001', 'aabb0001']],
    ['undo', { session: 'last' }, ['cccc0001', 'aabb0001']],
    ['redo', { session: 't' }, ['aaaa0002']],
    ['find', { session: 's' }, ['aaaa0001']],
    ['undo', { ids: ['aaaa0001', 'CCCC', 'cccc0001'] }, ['cccc0001', 'aaaa0001']],
    ['redo', { ids: ['aaaa0002', 'bbbb'] }, ['aaaa0002', 'bbbb0001']],
    ['find', { ids: ['bbbb', 'cccc'] }, ['cccc0001', 'bbbb0001']],
  ] as const)('to %s %j: %j', (direction, selection, ids) => {
    expect(idsOf(chosen(LIST, direction, selection))).toEqual(ids);
  });

  it.each([
    ['undo', { session: 'none' }, { problem: 'nothing' }],
    ['undo', { ids: [] }, { problem: 'nothing' }],
    ['undo', { ids: ['ffff'] }, { problem: 'unknown', id: 'ffff' }],
    ['undo', { ids: ['ccc'] }, { problem: 'unknown', id: 'ccc' }],
    ['undo', { ids: ['dddd0001'] }, { problem: 'unknown', id: 'dddd0001' }],
    ['undo', { ids: ['aaaa'] }, { problem: 'ambiguous', id: 'aaaa', ids: ['aaaa0002', 'aaaa0001'] }],
    ['undo', { ids: ['bbbb'] }, { problem: 'state', id: 'bbbb0001', state: 'undone' }],
    ['redo', { ids: ['cccc'] }, { problem: 'state', id: 'cccc0001', state: 'done' }],
  ] as const)('to %s %j: none, since %j', (direction, selection, problem) => {
    expect(chosen(LIST, direction, selection)).toEqual(problem);
  });

  it.each(['undo', 'redo', 'find'] as const)('to %s: none, if there is none', (direction) => {
    expect(chosen(list([]), direction, {})).toEqual({ problem: 'nothing' });
    expect(chosen(list(['gone']), direction, { session: 'last' })).toEqual({ problem: 'nothing' });
  });
});
