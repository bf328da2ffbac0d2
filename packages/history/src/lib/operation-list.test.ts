import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { lineOf } from './entry-line.ts';
import { listOperations } from './operation-list.ts';

const time = new Date(0).toISOString();
const operation = (id: string, path = `/${id}`): Entry => ({
  ...{ kind: 'operation', id, time, session: 's', dialect: 'd', tool: 't', client: 'c', grownBy: 0 },
  changes: [{ change: 'delete', path, before: null, after: null }],
});
const mark = (kind: 'undo' | 'redo' | 'base', ...ids: string[]): Entry => ({
  ...{ kind, id: '0'.repeat(8), time, ids, grownBy: 0 },
});
const [A, B, C] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];

function listed(text: string, isAllowed: (path: string) => boolean = () => true) {
  let read = 0;
  const counted = {
    *[Symbol.iterator]() {
      for (const line of text.split('\n').slice(0, -1).reverse()) {
        read += 1;
        yield Buffer.from(`${line}\n`);
      }
    },
  };
  return { ...listOperations(counted, isAllowed), read: () => read };
}

const textOf = (...entries: Entry[]): string => entries.map(lineOf).join('');

describe('listOperations', () => {
  it.each<[string, Entry[], string[], string[]]>([
    ['nothing', [], [], []],
    ['a base alone', [mark('base')], [], []],
    ['what was done', [operation(A), operation(B)], [`${B} done`, `${A} done`], []],
    ['one that is undone', [operation(A), operation(B), mark('undo', A)], [`${B} done`, `${A} undone`], [A]],
    ['one that is redone', [operation(A), mark('undo', A), mark('redo', A)], [`${A} done`], []],
    [
      'one that is undone again',
      [operation(A), mark('undo', A), mark('redo', A), mark('undo', A)],
      [`${A} undone`],
      [A],
    ],
    [
      'several that are undone, the last one first',
      [operation(A), operation(B), operation(C), mark('undo', C, B), mark('undo', A), mark('redo', B)],
      [`${C} undone`, `${B} done`, `${A} undone`],
      [A, C],
    ],
    ['one that is undone and gone', [operation(A), mark('undo', B)], [`${A} done`], [B]],
  ])('gives %s', (_, entries, states, undone) => {
    const list = listed(textOf(...entries));
    expect([...list.undone]).toEqual(undone);
    expect([...list.all].map(({ id, state }) => `${id} ${state}`)).toEqual(states);
    expect([...list.all].map(({ id, state }) => `${id} ${state}`)).toEqual(states);
  });

  it('reads no more than is asked for', () => {
    const list = listed(textOf(operation(A), operation(B), operation(C), mark('undo', C)));
    const [, second] = list.all;
    expect([second?.id, second?.state]).toEqual([B, 'done']);
    expect(list.read()).toBe(3);
    const [undone] = list.undone;
    expect(undone).toBe(C);
    expect(list.read()).toBe(4);
  });

  it('gives an operation only if all of its paths are allowed', () => {
    const moved: Entry = {
      ...(operation(C) as Entry & { kind: 'operation' }),
      changes: [{ change: 'move', path: '/mine/f', from: '/other/f', before: null, after: null }],
    };
    const text = textOf(operation(A, '/mine/f'), operation(B, '/other/f'), moved);
    const asked: string[] = [];
    const list = listed(text + text, (path) => asked.push(path) > 0 && path.startsWith('/mine/'));
    expect([...list.all].map(({ id }) => id)).toEqual([A, A]);
    expect(list.count()).toBe(2);
    expect(asked).toHaveLength(3);
  });

  it('gives none whose paths are damaged, and no entry that is', () => {
    const line = lineOf(operation(A));
    const other = line.replaceAll(A, B).replace(`\t${B}\t`, `\t${C}\t`);
    const text = [line.replace('["/aaaaaaaa"]', '["/aaaaaaaa"'), line.replace('["/aaaaaaaa"]', '[]'), other, line].join(
      '',
    );
    expect(listed(`${text}foul\n${text.slice(0, 50)}\n`).count()).toBe(2);
    const renamed = line.replace(`["/${A}"]`, `["/${B}"]`);
    expect(listed(line + renamed, (path) => path !== `/${B}`).count()).toBe(1);
    const [whole, named, ...others] = listed(text).all;
    expect([whole, named].map((each) => each?.paths())).toEqual([[`/${A}`], [`/${B}`]]);
    expect([whole?.entry()?.id, named?.entry()]).toEqual([A, null]);
    expect(others).toEqual([]);
  });

  it('tells which entries the last undo or redo of an operation removed', () => {
    const removed = { [`/${A}`]: { kind: 'file', version: `sha256:${'0'.repeat(64)}`, mode: 0o600, isKept: false } };
    const undone = { ...mark('undo', A), removed } as Entry;
    expect([...listed(textOf(operation(A), operation(B), undone)).all].map((each) => each.removed())).toEqual([
      undefined,
      removed,
    ]);
    const [redone] = listed(textOf(operation(A), undone, mark('redo', A))).all;
    expect(redone?.removed()).toBeUndefined();
    const foul = { ...mark('undo', A), removed: { [`/${A}`]: { kind: 'file' } } } as unknown as Entry;
    expect([...listed(textOf(operation(A), foul)).all].map((each) => each.removed())).toEqual([undefined]);
  });
});
