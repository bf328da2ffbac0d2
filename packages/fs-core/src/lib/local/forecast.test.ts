import { describe, expect, it } from 'vitest';
import type { EntryChange, KeptNode, OperationEntry } from '../journal/entry.ts';
import type { Direction } from './change-cells.ts';
import { beginForecast, type Forecast, foretellOne, placesIn } from './forecast.ts';

const file = (version: string, mode = 0o644): KeptNode => ({ kind: 'file', version, mode, size: 1, isKept: true });
const link: KeptNode = { kind: 'link', target: 'x' };
const bare: KeptNode = { kind: 'directory', mode: 0o755 };
const holding = (entries: Record<string, KeptNode>): KeptNode => ({ kind: 'directory', mode: 0o755, entries });
const [A, B, C] = [file('a'), file('b'), file('c')];

const operation = (...changes: EntryChange[]): OperationEntry => ({
  ...{ kind: 'operation', id: '0'.repeat(8), time: '', session: '', dialect: '', tool: '', client: '' },
  changes,
  grownBy: 0,
});
const add = (path: string, after: KeptNode, ...made: string[]) =>
  operation({ change: 'add', path, before: null, after, made });
const update = (path: string, before: KeptNode, after: KeptNode) =>
  operation({ change: 'update', path, before, after });
const remove = (path: string, before: KeptNode) => operation({ change: 'delete', path, before, after: null });
const move = (from: string, path: string, more: Partial<EntryChange> = {}) =>
  operation({ change: 'move', path, from, before: A, after: A, ...more });

type Disk = Readonly<Record<string, KeptNode>>;

/** What a disk holds; of a directory, what it holds is told only if that is asked for. Version `lost` is not kept. */
function forecastOf(disk: Disk): Forecast {
  const lookAt = async (path: string, isWhole: boolean): Promise<KeptNode | null> => {
    const node = Object.hasOwn(disk, path) ? disk[path] : undefined;
    return node?.kind === 'directory' && !isWhole ? { kind: 'directory', mode: node.mode } : (node ?? null);
  };
  return beginForecast(lookAt, (node) => node.kind !== 'file' || node.version !== 'lost');
}

/** What keeps operations from being turned one after the other: each problem with its path, for the last of them. */
async function turned(disk: Disk, direction: Direction, ...operations: OperationEntry[]) {
  const forecast = forecastOf(disk);
  let problems: string[] = [];
  for (const each of operations)
    problems = (await foretellOne(forecast, each, direction)).map(({ path, problem }) => `${path} ${problem}`);
  const places = Object.fromEntries([...placesIn(forecast)].map(([path, { node, from }]) => [path, from ?? node]));
  return { problems, places };
}

const fits = { problems: [] };

describe('foretellOne', () => {
  it.each<[string, Disk, Direction, OperationEntry, string[]]>([
    ['undo of an addition that is still there', { '/f': A }, 'undo', add('/f', A), []],
    ['undo of one that has changed', { '/f': B }, 'undo', add('/f', A), ['/f changed']],
    ['undo of one that is gone', {}, 'undo', add('/f', A), ['/f missing']],
    ['undo of one that is a link by now', { '/f': link }, 'undo', add('/f', A), ['/f changed']],
    ['undo of a removal', {}, 'undo', remove('/f', A), []],
    ['undo of a removal of something that is there again', { '/f': A }, 'undo', remove('/f', A), ['/f exists']],
    ['undo of a removal of what is not kept', {}, 'undo', remove('/f', file('lost')), ['/f not-kept']],
    ['undo of an edit of what is not kept', { '/f': A }, 'undo', update('/f', file('lost'), A), ['/f not-kept']],
    ['redo of an edit', { '/f': A }, 'redo', update('/f', A, B), []],
    ['redo of an edit that was made by hand', { '/f': B }, 'redo', update('/f', A, B), ['/f changed']],
    ['undo of a move', { '/n': A }, 'undo', move('/f', '/n'), []],
    ['undo of a move back over something', { '/n': A, '/f': B }, 'undo', move('/f', '/n'), ['/f exists']],
    ['undo of a move of what is not there', {}, 'undo', move('/f', '/n'), ['/n missing']],
    ['undo of a move that replaced a file', { '/n': A }, 'undo', move('/f', '/n', { replaced: B }), []],
    ['redo of it', { '/f': A, '/n': B }, 'redo', move('/f', '/n', { replaced: B }), []],
    ['redo of it over another file', { '/f': A, '/n': C }, 'redo', move('/f', '/n', { replaced: B }), ['/n changed']],
    ['undo of an empty directory', { '/d': holding({}) }, 'undo', add('/d', bare), []],
    ['undo of one that holds something by now', { '/d': holding({ f: A }) }, 'undo', add('/d', bare), ['/d changed']],
    [
      'undo of the move of a directory, whatever it holds',
      { '/n': holding({ f: A }) },
      'undo',
      move('/d', '/n', { before: bare, after: bare }),
      [],
    ],
    ['redo of the removal of a directory', { '/d': holding({ f: A }) }, 'redo', remove('/d', holding({ f: A })), []],
    [
      'redo of it when it holds more',
      { '/d': holding({ f: A, g: A }) },
      'redo',
      remove('/d', holding({ f: A })),
      ['/d changed'],
    ],
    [
      'redo of it when it holds something else',
      { '/d': holding({ g: A }) },
      'redo',
      remove('/d', holding({ f: A })),
      ['/d changed'],
    ],
  ])('judges %s', async (_, disk, direction, each, problems) => {
    expect((await turned(disk, direction, each)).problems).toEqual(problems);
  });

  it('judges each operation by what those before it leave', async () => {
    const edits = [update('/f', B, C), update('/f', A, B)];
    expect(await turned({ '/f': C }, 'undo', ...edits)).toEqual({ ...fits, places: { '/f': A } });
    expect((await turned({ '/f': B }, 'undo', ...edits)).problems).toEqual([]);
    expect((await turned({ '/f': C }, 'undo', update('/f', B, C), update('/f', C, A))).problems).toEqual([
      '/f changed',
    ]);
  });

  it('follows what a directory on the way becomes', async () => {
    const moved = move('/d', '/n', { before: bare, after: bare });
    const disk = { '/n': holding({ f: B }), '/n/f': B };
    expect(await turned(disk, 'undo', moved, update('/d/f', A, B))).toEqual({
      ...fits,
      places: { '/d': '/n', '/n': null, '/d/f': A },
    });
    expect((await turned(disk, 'undo', moved, update('/n/f', A, B))).problems).toEqual(['/n/f missing']);
    expect((await turned(disk, 'undo', moved, update('/d/g', A, B))).problems).toEqual(['/d/g missing']);
  });

  it('finds in what comes out of the journal what it holds, and nothing that every object has', async () => {
    const deep = holding({ f: B, e: holding({ g: B }), ['__proto__']: B });
    const removed = remove('/d', deep);
    expect((await turned({}, 'undo', removed, update('/d/f', A, B))).problems).toEqual([]);
    expect((await turned({}, 'undo', removed, update('/d/e/g', A, B))).problems).toEqual([]);
    expect((await turned({}, 'undo', removed, update('/d/f/g', A, B))).problems).toEqual(['/d/f/g missing']);
    expect((await turned({}, 'undo', removed, update('/d/e/h', A, B))).problems).toEqual(['/d/e/h missing']);
    for (const name of ['constructor', 'toString', 'hasOwnProperty'])
      expect((await turned({}, 'undo', removed, add(`/d/${name}`, B))).problems).toEqual([`/d/${name} missing`]);
    expect((await turned({}, 'undo', remove('/d', holding({})), add('/d/__proto__', B))).problems).toEqual([
      '/d/__proto__ missing',
    ]);
  });

  it('takes a directory with what it held if that goes, too', async () => {
    const gone = [add('/d/f', A), add('/d/e/g', A, '/d/e')];
    const disk = (entries: Record<string, KeptNode>): Disk => ({ '/d': holding(entries), '/d/f': A, '/d/e/g': A });
    const inner = { f: A, e: holding({ g: A }) };
    expect((await turned(disk(inner), 'undo', ...gone, add('/d', bare))).problems).toEqual([]);
    for (const more of [{ o: holding({}) }, { h: A }, { h: link }, { o: holding({ p: A }) }])
      expect((await turned(disk({ ...inner, ...more }), 'undo', ...gone, add('/d', bare))).problems).toEqual([
        '/d changed',
      ]);
    // What one of them brings back is in the way.
    expect((await turned({ '/d': holding({}) }, 'undo', remove('/d/f', A), add('/d', bare))).problems).toEqual([
      '/d changed',
    ]);
  });

  it('follows a directory that is made for what comes, and goes with it', async () => {
    const made = add('/d/f', A, '/d');
    const moved = move('/d', '/n', { before: bare, after: bare });
    const removed = remove('/n', holding({ f: A }));
    expect((await turned({}, 'redo', made, moved, removed)).problems).toEqual([]);
    expect((await turned({}, 'undo', removed, moved, made, removed)).problems).toEqual([]);
    const before = remove('/d', holding({ f: B }));
    expect((await turned({ '/d': holding({ f: A }), '/d/f': A }, 'undo', made, before)).problems).toEqual([]);
    const disk = { '/d': holding({ f: A, g: A }), '/d/f': A };
    expect((await turned(disk, 'undo', made, before)).problems).toEqual(['/d exists']);
  });

  it('knows what a directory will hold that is moved or removed', async () => {
    const edit = (path: string) => update(path, A, B);
    const moved = move('/d', '/n', { before: bare, after: bare });
    const removed = remove('/n', holding({ f: B, g: A }));
    const disk = { '/d': holding({ f: A, g: A }), '/d/f': A, '/d/g': A };
    expect((await turned(disk, 'redo', edit('/d/f'), moved, removed)).problems).toEqual([]);
    expect((await turned(disk, 'redo', edit('/d/g'), moved, removed)).problems).toEqual(['/n changed']);
    expect((await turned(disk, 'redo', edit('/d/f'), moved, edit('/n/g'))).problems).toEqual([]);
    expect((await turned(disk, 'redo', edit('/d/f'), moved, edit('/n/f'))).problems).toEqual(['/n/f changed']);
    const back = update('/n/f', B, C);
    const now = { '/n': holding({ f: C }), '/n/f': C };
    expect((await turned(now, 'undo', back, moved, edit('/d/f'))).problems).toEqual([]);
  });

  it('takes a directory that has just come back', async () => {
    const made = [remove('/d', holding({})), add('/d', bare)];
    expect((await turned({}, 'undo', ...made)).problems).toEqual([]);
  });

  it('lets a file keep the mode that somebody has given it', async () => {
    const mode = async (disk: Disk, direction: Direction, each: OperationEntry, path: string) => {
      const node = (await turned(disk, direction, each)).places[path];
      return typeof node === 'object' && node?.kind === 'file' ? node.mode : node;
    };
    const [old, now] = [file('a', 0o600), file('b', 0o640)];
    expect(await mode({ '/f': now }, 'undo', update('/f', old, now), '/f')).toBe(0o600);
    expect(await mode({ '/f': file('b', 0o755) }, 'undo', update('/f', old, now), '/f')).toBe(0o755);
    const edited = move('/f', '/n', { before: old, after: now });
    expect(await mode({ '/n': now }, 'undo', edited, '/f')).toBe(0o600);
    expect(await mode({ '/n': file('b', 0o755) }, 'undo', edited, '/f')).toBe(0o755);
    expect(await mode({ '/f': file('a', 0o755) }, 'redo', edited, '/n')).toBe(0o755);
    expect(await mode({}, 'undo', remove('/f', old), '/f')).toBe(0o600);
  });
});
