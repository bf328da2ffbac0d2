import type { EntryChange, KeptNode } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { isSameContent, nameChanges } from './name-changes.ts';

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

describe('nameChanges', () => {
  const change = (kind: EntryChange['change'], more: Partial<EntryChange>): EntryChange => ({
    ...{ change: kind, path: '/n', before: null, after: null },
    ...more,
  });
  const renamed = { isRenamed: true };
  const copied = { isRenamed: false };

  it.each<[string, EntryChange, object[], object[]]>([
    [
      'an addition',
      change('add', { after: A }),
      [{ path: '/n', expects: A, becomes: null }],
      [{ path: '/n', expects: null, becomes: A }],
    ],
    [
      'a directory that was made',
      change('add', { after: bare }),
      [{ path: '/n', expects: { ...bare, entries: {} }, becomes: null }],
      [{ path: '/n', expects: null, becomes: bare }],
    ],
    [
      'a removal',
      change('delete', { before: holding({ f: A }) }),
      [{ path: '/n', expects: null, becomes: holding({ f: A }) }],
      [{ path: '/n', expects: holding({ f: A }), becomes: null }],
    ],
    [
      'an edit',
      change('update', { before: A, after: B }),
      [{ path: '/n', expects: B, becomes: A, source: '/n' }],
      [{ path: '/n', expects: A, becomes: B, source: '/n' }],
    ],
    [
      'a move',
      change('move', { from: '/o', before: bare, after: bare }),
      [
        { path: '/o', expects: null, becomes: bare, source: '/n', ...renamed },
        { path: '/n', expects: bare, becomes: null },
      ],
      [
        { path: '/n', expects: null, becomes: bare, source: '/o', ...renamed },
        { path: '/o', expects: bare, becomes: null },
      ],
    ],
    [
      'a move with an edit',
      change('move', { from: '/o', before: A, after: B }),
      [
        { path: '/o', expects: null, becomes: A, source: '/n', ...copied },
        { path: '/n', expects: B, becomes: null },
      ],
      [
        { path: '/n', expects: null, becomes: B, source: '/o', ...copied },
        { path: '/o', expects: A, becomes: null },
      ],
    ],
    [
      'a move over something',
      change('move', { from: '/o', before: A, after: A, replaced: B }),
      [
        { path: '/o', expects: null, becomes: A, source: '/n', ...copied },
        { path: '/n', expects: A, becomes: B },
      ],
      [
        { path: '/n', expects: B, becomes: A, source: '/o', ...copied },
        { path: '/o', expects: A, becomes: null },
      ],
    ],
  ])('of %s', (_, each, undo, redo) => {
    expect(nameChanges(each, 'undo')).toEqual(undo);
    expect(nameChanges(each, 'redo')).toEqual(redo);
  });
});
