import { describe, expect, it } from 'vitest';
import type { EntryChange, KeptNode } from '../journal/entry.ts';
import { batchesOf } from './batches.ts';
import { cellsOf, isSameContent } from './change-cells.ts';

const file = (version: string, mode = 0o644): KeptNode => ({ kind: 'file', version, mode, size: 1, isKept: true });
const link = (target: string): KeptNode => ({ kind: 'link', target });
const bare: KeptNode = { kind: 'directory', mode: 0o755 };
const holding = (entries: Record<string, KeptNode>): KeptNode => ({ kind: 'directory', mode: 0o700, entries });
const other: KeptNode = { kind: 'other' };
const [A, B] = [file('a'), file('b')];

describe('isSameContent', () => {
  it.each<[KeptNode | null, KeptNode | null, boolean]>([
    [null, null, true],
    [A, null, false],
    [null, A, false],
    [A, file('a', 0o600), true],
    [A, B, false],
    [A, link('a'), false],
    [link('a'), link('a'), true],
    [link('a'), link('b'), false],
    [link('a'), A, false],
    [other, other, true],
    [other, bare, false],
    [bare, other, false],
    [bare, A, false],
    [bare, holding({ f: A }), true],
    [holding({ f: A }), bare, true],
    [holding({ f: A }), holding({ f: A }), true],
    [holding({ f: A }), holding({ f: B }), false],
    [holding({ f: A }), holding({ g: A }), false],
    [holding({ f: A }), holding({}), false],
    [holding({ constructor: A }), holding({ f: A }), false],
    [holding({ d: holding({ f: A }) }), holding({ d: holding({ f: A }) }), true],
  ])('of %j and %j: %s', (one, same, is) => {
    expect(isSameContent(one, same)).toBe(is);
  });
});

describe('cellsOf', () => {
  const change = (kind: EntryChange['change'], more: Partial<EntryChange>): EntryChange => ({
    ...{ change: kind, path: '/n', before: null, after: null },
    ...more,
  });

  it.each<[string, EntryChange, object[], object[]]>([
    [
      'an addition',
      change('add', { after: A }),
      [{ path: '/n', expects: A, becomes: null }],
      [{ path: '/n', expects: null, becomes: A }],
    ],
    [
      'a removal',
      change('delete', { before: A }),
      [{ path: '/n', expects: null, becomes: A }],
      [{ path: '/n', expects: A, becomes: null }],
    ],
    [
      'an edit',
      change('update', { before: A, after: B }),
      [{ path: '/n', expects: B, becomes: A, modeOf: { path: '/n', expects: B } }],
      [{ path: '/n', expects: A, becomes: B, modeOf: { path: '/n', expects: A } }],
    ],
    [
      'a move',
      change('move', { from: '/o', before: A, after: A }),
      [
        { path: '/o', expects: null, becomes: A, carriedFrom: '/n' },
        { path: '/n', expects: A, becomes: null, modeOf: { path: '/n', expects: A } },
      ],
      [
        { path: '/n', expects: null, becomes: A, carriedFrom: '/o' },
        { path: '/o', expects: A, becomes: null },
      ],
    ],
    [
      'a move with an edit',
      change('move', { from: '/o', before: A, after: B }),
      [
        { path: '/o', expects: null, becomes: A, modeOf: { path: '/n', expects: B } },
        { path: '/n', expects: B, becomes: null, modeOf: { path: '/n', expects: B } },
      ],
      [
        { path: '/n', expects: null, becomes: B, modeOf: { path: '/o', expects: A } },
        { path: '/o', expects: A, becomes: null },
      ],
    ],
    [
      'a move over something',
      change('move', { from: '/o', before: A, after: A, replaced: B }),
      [
        { path: '/o', expects: null, becomes: A, modeOf: { path: '/n', expects: A } },
        { path: '/n', expects: A, becomes: B, modeOf: { path: '/n', expects: A } },
      ],
      [
        { path: '/n', expects: B, becomes: A, modeOf: { path: '/o', expects: A } },
        { path: '/o', expects: A, becomes: null },
      ],
    ],
  ])('of %s', (_, each, undo, redo) => {
    expect(cellsOf(each, 'undo')).toEqual(undo);
    expect(cellsOf(each, 'redo')).toEqual(redo);
  });
});

describe('batchesOf', () => {
  const operation = (id: string, ...changes: Partial<EntryChange>[]) => ({
    ...{ kind: 'operation' as const, id, time: '', session: '', dialect: '', tool: '', client: '', grownBy: 0 },
    changes: changes.map((each): EntryChange => ({ change: 'update', path: '/f', before: A, after: A, ...each })),
  });
  const ids = (...operations: ReturnType<typeof operation>[]) =>
    batchesOf(operations).map((batch) => batch.map(({ id }) => id).join(''));

  it.each([
    ['edits of one file', [operation('a', {}), operation('b', {})], ['ab']],
    ['edits of two files', [operation('a', {}), operation('b', { path: '/g' })], ['ab']],
    ['an edit of a file that moves', [operation('a', {}), operation('b', { change: 'move', from: '/g' })], ['a', 'b']],
    [
      'an edit below a directory',
      [operation('a', { path: '/d', before: null, after: bare }), operation('b', { path: '/d/f' })],
      ['a', 'b'],
    ],
    [
      'a directory above an edit',
      [operation('a', { path: '/d/f' }), operation('b', { path: '/d', after: bare })],
      ['a', 'b'],
    ],
    ['a link twice', [operation('a', { before: link('x') }), operation('b', {})], ['a', 'b']],
    [
      'three, of which two meet',
      [operation('a', {}), operation('b', { path: '/d', after: bare }), operation('c', { path: '/d/f' })],
      ['ab', 'c'],
    ],
    ['none', [], []],
  ])('divides %s', (_, operations, batches) => {
    expect(ids(...operations)).toEqual(batches);
  });
});
