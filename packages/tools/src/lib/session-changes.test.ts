import { join } from 'node:path';
import { openMemoryVolume } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession } from './create-session.ts';
import type { Session, SessionOptions, SessionWrite, WriteCall } from './session.ts';

const ROOT = join(process.cwd(), 'in-memory');
const CALL = { requireRead: false, maxResponseSize: 1000 };
const content = (text: string) => () => [new TextEncoder().encode(text)];

function open(options: Partial<SessionOptions> = {}) {
  const opened = openMemoryVolume(ROOT);
  opened.plant({ f: 'text', g: 'other', 'd/e': '' });
  const session = createSession({ workdir: ROOT, volume: opened.volume, ...options });
  return { session, files: opened.files, plant: opened.plant };
}

async function see({ volume, ledger, resolve }: Session, name: string): Promise<void> {
  using file = await volume.open(resolve(name));
  if (file.kind === 'file') await ledger.saw(file);
}

type Make = (session: Session, call: WriteCall<unknown>) => Promise<unknown>;
type Change = readonly [name: string, make: Make, outcome: unknown];

const write = { kind: 'write', path: 'f', change: content('new') } as const;
const CHANGES: readonly Change[] = [
  [
    'update',
    (session, call) => session.update('f', call, () => ({ pieces: [], result: outcomeOf })),
    { created: false },
  ],
  ['remove', (session, call) => session.remove('f', call), expect.objectContaining({ realPath: join(ROOT, 'f') })],
  [
    'move',
    (session, call) => session.move({ from: 'f', to: 'h' }, call),
    expect.objectContaining({ from: join(ROOT, 'f'), realPath: join(ROOT, 'h') }),
  ],
  [
    'transact',
    (session, call) => session.transact([write, { kind: 'remove', path: 'g' }], call),
    [expect.objectContaining({ bytesWritten: 3 }), expect.objectContaining({ kind: 'file' })],
  ],
];
const MAKING: Change = [
  'makeDirectory',
  (session, call) => session.makeDirectory('new', call),
  expect.objectContaining({ created: true }),
];

function outcomeOf({ created }: SessionWrite): unknown {
  return { created };
}

describe.each([...CHANGES, MAKING])('Session.%s', (_, make, outcome) => {
  it('changes nothing in a session that only reads', async () => {
    const { session, files } = open({ readOnly: true });
    await expect(make(session, CALL)).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(files()).toEqual({ f: 'text', g: 'other', 'd/e': '' });
  });

  it.each([
    ['of the session', { dryRun: true }, CALL],
    ['of the call', {}, { ...CALL, dryRun: true }],
  ])('changes nothing on a dry run %s', async (_of, options, call) => {
    const { session, files } = open(options);
    await make(session, call);
    expect(files()).toEqual({ f: 'text', g: 'other', 'd/e': '' });
  });

  it('shows what it comes to, and then does it', async () => {
    const { session, files } = open();
    const asked: unknown[] = [];
    await make(session, { ...CALL, approve: async (outcome) => void asked.push(outcome, files()) });
    expect(asked).toEqual([outcome, { f: 'text', g: 'other', 'd/e': '' }]);
    expect(files()).not.toEqual(asked[1]);
  });

  it('changes nothing that is not approved', async () => {
    const { session, files } = open();
    const approve = () => Promise.reject(new Error('No'));
    await expect(make(session, { ...CALL, approve })).rejects.toThrow('No');
    expect(files()).toEqual({ f: 'text', g: 'other', 'd/e': '' });
  });
});

describe.each(CHANGES)('Session.%s', (_, make) => {
  it('changes no file that was not read, if the call requires that', async () => {
    const { session } = open();
    const call = { ...CALL, requireRead: true };
    await expect(make(session, call)).rejects.toMatchObject({ code: 'NOT_READ', failure: { path: 'f' } });
    await see(session, 'f');
    await see(session, 'g');
    await make(session, call);
  });

  it('changes no file that is another now than was approved', async () => {
    const { session, files, plant } = open();
    const approve = async () => plant({ f: 'changed meanwhile' });
    const failure = { code: 'CONFLICT', problem: 'unapproved', path: 'f' };
    await expect(make(session, { ...CALL, approve })).rejects.toMatchObject({ failure });
    expect(files()).toEqual({ f: 'changed meanwhile', g: 'other', 'd/e': '' });
  });
});

describe('what a session wrote with others', () => {
  it('counts as read', async () => {
    const { session, files } = open();
    await session.transact([write, { kind: 'move', from: 'g', to: 'd/g', change: content('moved') }], CALL);
    const call = { ...CALL, requireRead: true };
    await session.remove('f', call);
    await session.remove('d/g', call);
    expect(files()).toEqual({ 'd/e': '' });
  });

  it('still counts as read where it has another name', async () => {
    const { session, files } = open();
    await see(session, 'f');
    await session.move({ from: 'f', to: 'd/f' }, CALL);
    await session.remove('d/f', { ...CALL, requireRead: true });
    expect(files()).toEqual({ g: 'other', 'd/e': '' });
  });
});

describe('onWritten', () => {
  const heard = async (make: Make, options: Partial<SessionOptions> = {}) => {
    const { session } = open(options);
    const bytes: number[] = [];
    await make(session, { ...CALL, onWritten: (more) => bytes.push(more) });
    return bytes;
  };
  const changes = [write, { kind: 'move', from: 'g', to: 'h', change: content('longer') }] as const;
  const edit: Make = (session, call) =>
    session.update('f', call, () => ({ pieces: [{ from: 0, to: 4 }, new Uint8Array(3)], result: outcomeOf }));

  it('hears the size of the files that were written', async () => {
    expect(await heard(edit)).toEqual([7]);
    expect(await heard((session, call) => session.transact(changes, call))).toEqual([9]);
  });

  it('hears of no rename, no removal, no directory and no dry run', async () => {
    const changing: Make = async (session, call) => {
      await session.move({ from: 'f', to: 'h' }, call);
      await session.remove('h', call);
      await session.makeDirectory('new', call);
    };
    expect(await heard(changing)).toEqual([]);
    expect(await heard(edit, { dryRun: true })).toEqual([]);
    expect(await heard((session, call) => session.transact(changes, { ...call, dryRun: true }))).toEqual([]);
  });
});
