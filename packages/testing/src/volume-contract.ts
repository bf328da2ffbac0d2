import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type FileChange,
  type OpenDirectory,
  type OpenFile,
  readRange,
  ToolError,
  type Volume,
} from '../../fs-core/src/internal/kernel.ts';

/** A volume with nothing in it, which denies `secret*` at any depth besides the built-in list. */
export interface ContractVolume extends AsyncDisposable {
  readonly volume: Volume;
  readonly root: string;
  /** Puts files there, whatever is denied. */
  plant(files: Files): void | Promise<void>;
  /** All files by path, with a slash between names; a directory that holds nothing ends in one. */
  files(): Files | Promise<Files>;
}

/** Contents by path. */
export type Files = Readonly<Record<string, string>>;

interface Row {
  readonly before?: Files;
  /** @param at the absolute path of a name */
  readonly call: (volume: Volume, at: (name: string) => string) => Promise<unknown>;
  /** A code is the failure's; anything else is part of the result. */
  readonly comesTo: string | object;
  /** Default: as before. */
  readonly after?: Files;
}

type Table = Readonly<Record<string, Row>>;

const bytes = (text: string) => new TextEncoder().encode(text);
const write = (text: string) => () => [bytes(text)];
const ABORTED = { signal: AbortSignal.abort() };
const SHA256_OF_NEW = 'sha256:7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c';
const refuse = () => {
  throw new ToolError({ code: 'DECLINED' }, 'No');
};

const LOCATING: Table = {
  'the content of a file': {
    before: { f: '' },
    call: (volume, at) => volume.locate(at('f'), 'target'),
    comesTo: { kind: 'file' },
  },
  'a directory by its name': {
    before: { 'd/f': '' },
    call: (volume, at) => volume.locate(at('d'), 'entry'),
    comesTo: { kind: 'directory' },
  },
  'what is not there, below what is not there': {
    call: (volume, at) => volume.locate(at('no/f'), 'target'),
    comesTo: { kind: null },
  },
  'nothing that is denied': {
    before: { secret: '' },
    call: (volume, at) => volume.locate(at('secret'), 'entry'),
    comesTo: 'ACCESS_DENIED',
  },
  'nothing that would be denied': {
    call: (volume, at) => volume.locate(at('secret'), 'target'),
    comesTo: 'ACCESS_DENIED',
  },
  'nothing outside': {
    call: (volume, at) => volume.locate(at('../elsewhere'), 'target'),
    comesTo: 'ACCESS_DENIED',
  },
  'nothing in a file': {
    before: { f: '' },
    call: (volume, at) => volume.locate(at('f/g'), 'target'),
    comesTo: 'NOT_DIRECTORY',
  },
  'nothing for a call that was cancelled': {
    before: { f: '' },
    call: (volume, at) => volume.locate(at('f'), 'target', ABORTED),
    comesTo: 'CANCELLED',
  },
};

const READING: Table = {
  'a file': {
    before: { f: 'text' },
    call: (volume, at) => opened(volume, at('f')),
    comesTo: { kind: 'file', size: 4 },
  },
  'a directory, by a path that ends in a separator': {
    before: { 'd/f': '' },
    call: (volume, at) => opened(volume, `${at('d')}/`),
    comesTo: { kind: 'directory', names: ['f'] },
  },
  'the root': {
    before: { f: '', secret: '' },
    call: (volume, at) => opened(volume, at('')),
    comesTo: { names: ['f'] },
  },
  'a path with dots in it': {
    before: { 'd/f': 'x' },
    call: (volume, at) => opened(volume, `${at('d')}/../d/./f`),
    comesTo: { kind: 'file', size: 1 },
  },
  'a part of a file, and nothing after its end': {
    before: { f: 'abcdef' },
    async call(volume, at) {
      using file = (await volume.open(at('f'), { for: 'content' })) as OpenFile;
      const range = await readRange(file, 2, 2);
      return { range: String(range), after: await file.read(new Uint8Array(3), 6) };
    },
    comesTo: { range: 'cd', after: 0 },
  },
  'what was there when it was opened': {
    before: { f: 'old' },
    async call(volume, at) {
      using file = (await volume.open(at('f'))) as OpenFile;
      await volume.update(at('f'), write('new, longer'));
      return { content: String(await readRange(file, 0, file.size)) };
    },
    comesTo: { content: 'old' },
    after: { f: 'new, longer' },
  },
  'what lies below a directory': {
    before: { 'd/e/f': 'x', 'd/secrets/g': 'y' },
    async call(volume, at) {
      using directory = (await volume.open(at('d'), { for: 'tree' })) as OpenDirectory;
      using inner = directory.openDirectory('e');
      using file = directory.openFile('e/f');
      return {
        ...{ entries: directory.entries(), names: inner.entries().map(({ name }) => name), size: file.size },
        ...{ content: String(directory.readAtOnce('e/f', 10)), tooLarge: directory.readAtOnce('e/f', 0) },
        ...{ stat: directory.stat('e'), none: directory.stat('g'), hint: directory.hintOf('e/f') },
        ...{ permitted: directory.permits('e/f'), denied: directory.permits('secrets/g') },
        ...{ readable: directory.permits('.git/f'), unwritable: directory.permits('.git/f', 'write') },
      };
    },
    comesTo: {
      ...{ entries: [{ name: 'e', kind: 'directory' }], names: ['f'], size: 1, content: 'x', tooLarge: null },
      ...{ stat: { kind: 'directory' }, none: null, hint: { size: 1 }, permitted: true, denied: false },
      ...{ readable: true, unwritable: false },
    },
  },
  'nothing below a directory that leads out of it': {
    before: { 'd/f': '', g: '' },
    async call(volume, at) {
      using directory = (await volume.open(at('d'))) as OpenDirectory;
      return directory.openFile('../g');
    },
    comesTo: 'ACCESS_DENIED',
  },
  'nothing that is denied below a directory': {
    before: { 'd/secret': '' },
    async call(volume, at) {
      using directory = (await volume.open(at('d'))) as OpenDirectory;
      return directory.openFile('secret');
    },
    comesTo: 'ACCESS_DENIED',
  },
  'as a child process sees it': {
    before: { 'd/e/f': 'seen' },
    async call(volume, at) {
      using directory = (await volume.open(at('d'), { for: 'tree' })) as OpenDirectory;
      using tree = await directory.localTree();
      const output = execFileSync(process.execPath, ['-p', 'fs.readFileSync("e/f", "utf8")'], { cwd: tree.launchPath });
      return { output: String(output).trim(), missing: tree.missing };
    },
    comesTo: { output: 'seen', missing: 0 },
  },
  'a missing file, with names like it': {
    before: { 'd/report.txt': '' },
    call: (volume, at) => volume.open(at('d/reprot.txt')).catch(candidatesOf),
    comesTo: { code: 'NOT_FOUND', names: ['report.txt'] },
  },
  'a missing directory': { call: (volume, at) => volume.open(at('none/f')), comesTo: 'NOT_FOUND' },
  'a path through a file': {
    before: { f: '' },
    call: (volume, at) => volume.open(at('f/g')),
    comesTo: 'NOT_DIRECTORY',
  },
  "a file by a directory's path": {
    before: { f: '' },
    call: (volume, at) => volume.open(`${at('f')}/`),
    comesTo: 'NOT_DIRECTORY',
  },
  'what is denied': {
    before: { secret: '' },
    call: (volume, at) => volume.open(at('secret')),
    comesTo: 'ACCESS_DENIED',
  },
  'what lies outside': { call: (volume, at) => volume.open(join(at(''), '..')), comesTo: 'ACCESS_DENIED' },
  'what only begins like the root': { call: (volume, at) => volume.open(`${at('')}x`), comesTo: 'ACCESS_DENIED' },
  'a relative path': { call: (volume) => volume.open('f'), comesTo: 'INVALID_ARGUMENT' },
  'a path with a NUL': { call: (volume, at) => volume.open(at('a\0b')), comesTo: 'INVALID_ARGUMENT' },
  'half of a surrogate pair': { call: (volume, at) => volume.open(at('\ud800')), comesTo: 'INVALID_ARGUMENT' },
  'a name that is too long': { call: (volume, at) => volume.open(at('n'.repeat(256))), comesTo: 'INVALID_ARGUMENT' },
};

const WRITING: Table = {
  'a new file, with its directories': {
    call: (volume, at) => volume.update(at('d/e/f'), write('new\n')),
    comesTo: { created: true, bytesWritten: 4, version: SHA256_OF_NEW, result: undefined },
    after: { 'd/e/f': 'new\n' },
  },
  'other content, made of parts of the old one': {
    before: { f: 'one two three' },
    call: (volume, at) =>
      volume.update(at('f'), () => ({ pieces: [{ from: 8, to: 13 }, bytes(' and '), { from: 0, to: 3 }], result: 42 })),
    comesTo: { created: false, result: 42 },
    after: { f: 'three and one' },
  },
  nothing: {
    before: { f: 'x' },
    call: (volume, at) => volume.update(at('f'), () => []),
    comesTo: { bytesWritten: 0 },
    after: { f: '' },
  },
  'what depends on what is there': {
    before: { f: 'a' },
    call: (volume, at) =>
      volume.update(at('f'), async (current) => [bytes(`${await readRange(current as OpenFile, 0, 1)}b`)]),
    comesTo: { bytesWritten: 2 },
    after: { f: 'ab' },
  },
  'only in appearance, on a dry run': {
    before: { f: 'old' },
    call: (volume, at) => volume.update(at('f'), write('new\n'), { dryRun: true }),
    comesTo: { created: false, version: SHA256_OF_NEW, identity: null },
  },
  'nowhere, on a dry run of a new file': {
    call: (volume, at) => volume.update(at('d/f'), write('x'), { dryRun: true }),
    comesTo: { created: true },
  },
  'nothing if the change is refused': {
    before: { f: 'old' },
    call: (volume, at) => volume.update(at('f'), refuse),
    comesTo: 'DECLINED',
  },
  'nothing if the call is over': {
    before: { f: 'old' },
    call: (volume, at) => volume.update(at('f'), write('new'), ABORTED),
    comesTo: 'CANCELLED',
  },
  'over a directory': {
    before: { 'd/f': '' },
    call: (volume, at) => volume.update(at('d'), write('')),
    comesTo: 'IS_DIRECTORY',
  },
  "to a directory's path": { call: (volume, at) => volume.update(`${at('d')}/`, write('')), comesTo: 'IS_DIRECTORY' },
  'below a file': {
    before: { f: '' },
    call: (volume, at) => volume.update(at('f/g'), write('')),
    comesTo: 'NOT_DIRECTORY',
  },
  'what is denied': { call: (volume, at) => volume.update(at('secret'), write('')), comesTo: 'ACCESS_DENIED' },
  'to the configuration of Git': {
    call: (volume, at) => volume.update(at('.git/config'), write('')),
    comesTo: 'ACCESS_DENIED',
  },
  outside: { call: (volume, at) => volume.update(join(at(''), '../f'), write('')), comesTo: 'ACCESS_DENIED' },
  'twenty times at once': {
    before: { f: '' },
    async call(volume, at) {
      const more = async (current: OpenFile | null) => [{ from: 0, to: current?.size ?? 0 }, bytes('x')];
      await Promise.all(Array.from({ length: 20 }, () => volume.update(at('f'), more)));
      return {};
    },
    comesTo: {},
    after: { f: 'x'.repeat(20) },
  },
  'a state of its own': {
    before: { f: 'a' },
    async call(volume, at) {
      using before = (await volume.open(at('f'))) as OpenFile;
      const { identity } = await volume.update(at('f'), write('b'));
      using after = (await volume.open(at('f'))) as OpenFile;
      return { isNew: identity?.isSameState(after.identity), isOld: identity?.isSameState(before.identity) };
    },
    comesTo: { isNew: true, isOld: false },
    after: { f: 'b' },
  },
};

const REMOVING: Table = {
  'a file': {
    before: { f: '', g: '' },
    call: (volume, at) => volume.remove(at('f')),
    comesTo: { kind: 'file' },
    after: { g: '' },
  },
  'a directory with all it holds': {
    before: { 'd/e/f': '', g: '' },
    call: (volume, at) => volume.remove(at('d'), { recursive: true }),
    comesTo: { kind: 'directory' },
    after: { g: '' },
  },
  'no directory that holds something': {
    before: { 'd/f': '' },
    call: (volume, at) => volume.remove(at('d')),
    comesTo: 'IO_ERROR',
  },
  'no directory that holds what is denied': {
    before: { 'd/secret': '' },
    call: (volume, at) => volume.remove(at('d'), { recursive: true }),
    comesTo: 'ACCESS_DENIED',
  },
  'no root': {
    before: { f: '' },
    call: (volume, at) => volume.remove(at(''), { recursive: true }),
    comesTo: 'ACCESS_DENIED',
  },
  'no missing file': { call: (volume, at) => volume.remove(at('f')), comesTo: 'NOT_FOUND' },
  "no file by a directory's path": {
    before: { f: '' },
    call: (volume, at) => volume.remove(`${at('f')}/`),
    comesTo: 'NOT_DIRECTORY',
  },
  'nothing on a dry run': {
    before: { f: '' },
    call: (volume, at) => volume.remove(at('f'), { dryRun: true }),
    comesTo: { kind: 'file' },
  },
  'nothing that a precondition refuses': {
    before: { f: '' },
    call: (volume, at) => volume.remove(at('f'), { precondition: refuse }),
    comesTo: 'DECLINED',
  },
  'nothing if the call is over': {
    before: { f: '' },
    call: (volume, at) => volume.remove(at('f'), ABORTED),
    comesTo: 'CANCELLED',
  },
};

const MOVING: Table = {
  'a file to a new directory': {
    before: { f: 'x' },
    call: (volume, at) => volume.move(at('f'), at('d/e/g')),
    comesTo: { kind: 'file', replaced: false },
    after: { 'd/e/g': 'x' },
  },
  'a directory': {
    before: { 'd/e/f': 'x' },
    call: (volume, at) => volume.move(at('d'), at('g')),
    comesTo: { kind: 'directory' },
    after: { 'g/e/f': 'x' },
  },
  'over nothing': {
    before: { f: 'x', g: 'y' },
    call: (volume, at) => volume.move(at('f'), at('g')),
    comesTo: 'INVALID_ARGUMENT',
  },
  'over a file, if asked': {
    before: { f: 'x', g: 'y' },
    call: (volume, at) => volume.move(at('f'), at('g'), { overwrite: true }),
    comesTo: { replaced: true },
    after: { g: 'x' },
  },
  'over no directory, even if asked': {
    before: { f: 'x', 'd/g': '' },
    call: (volume, at) => volume.move(at('f'), at('d'), { overwrite: true }),
    comesTo: 'INVALID_ARGUMENT',
  },
  'into itself': {
    before: { 'd/f': '' },
    call: (volume, at) => volume.move(at('d'), at('d/e')),
    comesTo: 'INVALID_ARGUMENT',
  },
  'to its own name': {
    before: { f: 'x' },
    call: (volume, at) => volume.move(at('f'), at('f')),
    comesTo: { replaced: false },
  },
  'what is missing': { call: (volume, at) => volume.move(at('f'), at('g')), comesTo: 'NOT_FOUND' },
  'what is denied': {
    before: { secret: '' },
    call: (volume, at) => volume.move(at('secret'), at('g')),
    comesTo: 'ACCESS_DENIED',
  },
  'to a name that is denied': {
    before: { f: '' },
    call: (volume, at) => volume.move(at('f'), at('secret')),
    comesTo: 'ACCESS_DENIED',
  },
  'what holds something denied': {
    before: { 'd/secret': '' },
    call: (volume, at) => volume.move(at('d'), at('e')),
    comesTo: 'ACCESS_DENIED',
  },
  'to the outside': {
    before: { f: '' },
    call: (volume, at) => volume.move(at('f'), join(at(''), '../f')),
    comesTo: 'ACCESS_DENIED',
  },
  'the root': { call: (volume, at) => volume.move(at(''), join(at(''), 'f')), comesTo: 'ACCESS_DENIED' },
  'nothing on a dry run': {
    before: { f: '' },
    call: (volume, at) => volume.move(at('f'), at('g'), { dryRun: true }),
    comesTo: { replaced: false },
  },
};

const MAKING: Table = {
  'a directory with its parents': {
    async call(volume, at) {
      const made = await volume.makeDirectory(at('d/e'));
      return { ...made, again: await volume.makeDirectory(at('d/e')) };
    },
    comesTo: { created: true, again: { created: false } },
    after: { 'd/e/': '' },
  },
  'nothing on a dry run': {
    call: (volume, at) => volume.makeDirectory(at('d'), { dryRun: true }),
    comesTo: { created: true },
  },
  'none where a file is': {
    before: { f: '' },
    call: (volume, at) => volume.makeDirectory(at('f')),
    comesTo: 'NOT_DIRECTORY',
  },
  'none that is denied': { call: (volume, at) => volume.makeDirectory(at('secret')), comesTo: 'ACCESS_DENIED' },
};

const edit = (path: string, text: string): FileChange => ({ kind: 'write', path, change: write(text) });

const TOGETHER: Table = {
  'writes, removals and moves': {
    before: { a: '1', b: '2', c: '3' },
    call: (volume, at) =>
      volume.transact([
        ...[edit(at('a'), 'one'), edit(at('d/new'), 'n'), { kind: 'remove', path: at('b') } as const],
        { kind: 'move', from: at('c'), to: at('e/c'), change: write('three') },
      ]),
    comesTo: [{ change: 'write', created: false }, { created: true }, { change: 'remove' }, { change: 'move' }],
    after: { a: 'one', 'd/new': 'n', 'e/c': 'three' },
  },
  nothing: { call: (volume) => volume.transact([]), comesTo: [] },
  'nothing if one of them is refused': {
    before: { a: '1', b: '2' },
    call: (volume, at) => volume.transact([edit(at('a'), 'x'), { kind: 'write', path: at('b'), change: refuse }]),
    comesTo: 'DECLINED',
  },
  'nothing if one of them is not there': {
    before: { a: '1' },
    call: (volume, at) => volume.transact([edit(at('d/a'), 'x'), { kind: 'remove', path: at('b') }]),
    comesTo: 'NOT_FOUND',
  },
  'nothing on a dry run': {
    before: { a: '1', b: '2' },
    call: (volume, at) => volume.transact([edit(at('a'), 'x'), { kind: 'remove', path: at('b') }], { dryRun: true }),
    comesTo: [{ bytesWritten: 1 }, { kind: 'file' }],
  },
  'nothing if a path is named twice': {
    before: { a: '1' },
    call: (volume, at) => volume.transact([edit(at('a'), 'x'), edit(at('a'), 'y')]),
    comesTo: 'INVALID_ARGUMENT',
  },
  'nothing if the call is over': {
    before: { a: '1' },
    call: (volume, at) => volume.transact([edit(at('a'), 'x'), edit(at('b'), 'y')], ABORTED),
    comesTo: 'CANCELLED',
  },
};

const TABLES: Readonly<Record<string, Table>> = {
  ...{
    locates: LOCATING,
    opens: READING,
    writes: WRITING,
    removes: REMOVING,
    moves: MOVING,
    makes: MAKING,
    'changes together': TOGETHER,
  },
};

/**
 * Tests the promises that every kind of volume makes (`Volume`). What a kind promises beyond that has tests of its own.
 */
export function volumeContract(kind: string, open: () => Promise<ContractVolume>): void {
  describe.each(Object.entries(TABLES))(`a volume (${kind}) %s`, (_, table) => {
    it.each(Object.entries(table))('%s', async (name, { before = {}, call, comesTo, after = before }) => {
      await using opened = await open();
      const { volume, root } = opened;
      const at = (name: string) => join(root, name);
      await opened.plant(before);
      const outcome = await call(volume, at).catch(codeOf);
      const isRefused = table === TOGETHER && !volume.traits.transactions && name !== 'nothing';
      if (isRefused) expect(outcome).toBe('INVALID_ARGUMENT');
      else if (typeof comesTo === 'string') expect(outcome).toBe(comesTo);
      else expect(outcome).toMatchObject(comesTo);
      expect(await opened.files()).toEqual(isRefused ? before : after);
    });
  });
}

async function opened(volume: Volume, path: string): Promise<object> {
  using found = await volume.open(path);
  if (found.kind === 'file') return { kind: found.kind, size: found.size };
  return { kind: found.kind, names: found.entries().map(({ name }) => name) };
}

function candidatesOf(error: unknown): object {
  if (!(error instanceof ToolError && error.failure.code === 'NOT_FOUND')) throw error;
  return { code: error.code, names: error.failure.candidates?.map((path) => basename(path)) };
}

function codeOf(error: unknown): string {
  if (error instanceof ToolError) return error.code;
  throw error;
}
