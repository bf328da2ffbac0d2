import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const app = (name: string): string => join(import.meta.dirname, `../apps/${name}/dist/main.js`);

const witness = `
  const vm = require('node:vm');
  vm.Script = class extends vm.Script {
    constructor(source, options) {
      super(source, options);
      if (options?.filename?.endsWith('.js')) {
        const verdict = options.cachedData ? { true: 'rejected', false: 'restored' }[this.cachedDataRejected] : 'parsed';
        console.error(options.filename.split('/').at(-1), verdict);
      }
    }
  };
`;

// The same numbers, from another build.
const otherV8 = `
  const v8 = process.versions.v8 + '0';
  Object.defineProperty(process, 'versions', { value: { ...process.versions, v8 } });
`;

const clientInfo = { name: 'claude-code', version: '1' };
/** What a client says to read the file `f` in a directory; a command knows without. */
function session(root: string): string {
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'Read', arguments: { file_path: join(root, 'f') } } },
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
}

interface Start {
  readonly command: readonly string[];
  /** Runs before it. */
  readonly preload: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A tree where the file `f` holds a line, with a home directory and a shared one for temporary files. */
async function openRoom(): Promise<TemporaryTree> {
  const room = await openTree({ 'work/f': 'one\n', home: null, tmp: null });
  chmodSync(room.path('tmp'), 0o1777);
  return room;
}

function start(room: TemporaryTree, { command, preload, env = {} }: Start) {
  const files = { HOME: room.path('home'), TMPDIR: room.path('tmp') };
  const script = join(room.root, 'preload.cjs');
  writeFileSync(script, preload);
  return spawnSync(NODE, ['--require', script, ...command], {
    cwd: room.path('work'),
    input: session(room.path('work')),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...files, ...env },
  });
}

/** What became of each part that was loaded: `app.js restored`, and so on. */
function verdictsOf({ stderr }: { stderr: string }): string[] {
  return stderr.trimEnd().split('\n');
}

const STARTS: [what: string, command: string[]][] = [
  ['a command', [app('cli'), 'view', 'f']],
  ['a server', [app('mcp-stdio'), '--log-level', 'error']],
  ['a server that a command starts', [app('cli'), 'mcp', '--log-level', 'error']],
];

const CACHE = process.platform === 'darwin' ? 'home/Library/Caches' : 'home/.cache';
const OWN = `${CACHE}/dragoman-code-cache`;

describe('code that V8 made when the bundle was built', () => {
  it.for(STARTS)('starts %s', async ([_, command], { skip }) => {
    if (NODE !== process.execPath) skip('another Node built the bundle');
    await using room = await openRoom();
    const ended = start(room, { command, preload: witness });
    const verdicts = verdictsOf(ended);
    expect(ended.status).toBe(0);
    expect(verdicts).toContain('app.js restored');
    expect(verdicts.filter((verdict) => !verdict.endsWith(' restored'))).toEqual([]);
    expect(readdirSync(room.path('home'))).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('code that another V8 made', () => {
  it.each(STARTS)('is kept in the user’s cache, and starts %s from then on', async (_, command) => {
    await using room = await openRoom();
    const first = start(room, { command, preload: otherV8 + witness });
    expect([first.status, first.stdout.includes('one')]).toEqual([0, true]);
    expect(new Set(verdictsOf(first).map((verdict) => verdict.split(' ')[1]))).toEqual(new Set(['parsed']));
    const second = start(room, { command, preload: otherV8 + witness });
    expect([second.status, second.stdout]).toEqual([0, first.stdout]);
    expect(verdictsOf(second)).toEqual(verdictsOf(first).map((verdict) => verdict.replace('parsed', 'restored')));
    expect(statSync(room.path(OWN)).mode & 0o777).toBe(0o700);
    const modes = readdirSync(room.path(OWN)).map((name) => statSync(room.path(OWN, name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    // Node itself would keep such code here.
    expect(readdirSync(room.path('tmp'))).toEqual([]);
  });

  it('lies where the user keeps caches', async ({ skip }) => {
    if (process.platform === 'darwin') skip('macOS has one place for caches');
    await using room = await openRoom();
    const env = { XDG_CACHE_HOME: room.path('elsewhere') };
    start(room, { command: [app('cli'), 'view', 'f'], preload: otherV8, env });
    expect(readdirSync(room.path('elsewhere'))).toEqual(['dragoman-code-cache']);
    expect(readdirSync(room.path('home'))).toEqual([]);
  });

  it('is not kept where the user wants no compiled code', async () => {
    await using room = await openRoom();
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
    const { status } = start(room, { command: [app('cli'), 'view', 'f'], preload: otherV8, env });
    expect([status, readdirSync(room.path('home'))]).toEqual([0, []]);
  });

  it('is made anew where it is damaged', async () => {
    await using room = await openRoom();
    const run = () => start(room, { command: [app('cli'), 'view', 'f'], preload: otherV8 + witness });
    run();
    for (const name of readdirSync(room.path(OWN))) writeFileSync(room.path(OWN, name), 'x'.repeat(100));
    expect(new Set(verdictsOf(run()).map((verdict) => verdict.split(' ')[1]))).toEqual(new Set(['rejected']));
    expect(new Set(verdictsOf(run()).map((verdict) => verdict.split(' ')[1]))).toEqual(new Set(['restored']));
  });
});

const SOMEBODY = 61_234;
const [, [, server]] = STARTS as [unknown, (typeof STARTS)[number]];

// Puts code of its own in place of what V8 made of a source: V8 compares nothing of the source but its length.
const PLANT = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const [source, cache] = process.argv.slice(2);
  const head = '(function (exports, require, module, __filename, __dirname) {';
  const planted = head + "console.error('PLANTED');}) //";
  const { length } = head + readFileSync(source, 'utf8') + '\\n})';
  const script = new (require('node:vm').Script)(planted.padEnd(length, '.'));
  writeFileSync(cache, script.createCachedData());
`;

/** Starts the server once, and replaces the compiled code that this leaves for the next start. */
function plant(room: TemporaryTree): void {
  start(room, { command: server, preload: otherV8 });
  const [entry = ''] = readdirSync(room.path(OWN)).filter((name) => name.includes('-app.js.'));
  writeFileSync(room.path('plant.cjs'), PLANT);
  const source = join(server[0] ?? '', '../app.js');
  const { status } = spawnSync(NODE, [room.path('plant.cjs'), source, room.path(OWN, entry)]);
  expect(status).toBe(0);
}

const THEIRS: [what: string, needsRoot: boolean, rob: (room: TemporaryTree) => void][] = [
  ['that somebody else made', true, (room) => chownSync(room.path(OWN), SOMEBODY, SOMEBODY)],
  ['that all may write to', false, (room) => chmodSync(room.path(OWN), 0o777)],
  ['that its group may write to', false, (room) => chmodSync(room.path(OWN), 0o770)],
  ['in one that somebody else made', true, (room) => chownSync(room.path(CACHE), SOMEBODY, SOMEBODY)],
  ['in one that all may write to', false, (room) => chmodSync(room.path(CACHE), 0o777)],
  ['below one that all may write to', false, (room) => chmodSync(room.path('home'), 0o777)],
];

describe.skipIf(process.platform === 'win32')('code that somebody planted', () => {
  it('would run from the user’s own directory, so that the cases below mean something', async () => {
    await using room = await openRoom();
    plant(room);
    expect(start(room, { command: server, preload: otherV8 }).stderr).toBe('PLANTED\n');
  });

  it.for(THEIRS)('in a directory %s does not run', async ([_, needsRoot, rob], { skip }) => {
    if (needsRoot && process.getuid?.() !== 0) skip('only root can give files to others');
    await using room = await openRoom();
    plant(room);
    rob(room);
    const { stdout, stderr, status } = start(room, { command: server, preload: otherV8 });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toContain('one');
  });

  it('does not run from the shared directory that Node keeps such code in', async () => {
    await using room = await openRoom();
    mkdirSync(room.path('tmp/node-compile-cache'), { mode: 0o777 });
    const { status } = start(room, { command: server, preload: otherV8, env: { HOME: room.path('work/f') } });
    expect([status, readdirSync(room.path('tmp/node-compile-cache'))]).toEqual([0, []]);
  });
});
