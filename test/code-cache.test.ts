import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const app = (name: string): string => join(import.meta.dirname, `../apps/${name}/dist/main.js`);

// Where Node keeps compiled code by the end, if anywhere.
const WITNESS = `
  const { getCompileCacheDir } = require('node:module');
  process.on('exit', () => console.error(getCompileCacheDir() ?? 'nowhere'));
`;

/** Node has kept compiled code by itself since 22.8. */
const keepsCode = spawnSync(NODE, ['-p', 'typeof require("node:module").enableCompileCache']).stdout.includes(
  'function',
);

const clientInfo = { name: 'claude-code', version: '1' };
/** Messages of a client that reads the file `f` in a directory; a command knows without. */
function session(root: string): string {
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'Read', arguments: { file_path: join(root, 'f') } } },
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
}

/** A tree where the file `f` holds a line, with a home directory and a shared one for temporary files. */
async function openRoom(): Promise<TemporaryTree> {
  const room = await openTree({ 'work/f': 'one\n', home: null, tmp: null });
  chmodSync(room.path('tmp'), 0o1777);
  return room;
}

function start(room: TemporaryTree, command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const files = { HOME: room.path('home'), TMPDIR: room.path('tmp') };
  const script = join(room.root, 'witness.cjs');
  writeFileSync(script, WITNESS);
  return spawnSync(NODE, ['--require', script, ...command], {
    cwd: room.path('work'),
    input: session(room.path('work')),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...files, ...env },
  });
}

const STARTS: [what: string, command: string[]][] = [
  ['a command', [app('cli'), 'view', 'f']],
  ['a server', [app('mcp-stdio'), '--log-level', 'error']],
  ['a server that a command starts', [app('cli'), 'mcp', '--log-level', 'error']],
];

const CACHE = process.platform === 'darwin' ? 'home/Library/Caches' : 'home/.cache';
const OWN = `${CACHE}/dragoman-code-cache`;

const VIEW = [app('cli'), 'view', 'f'];

describe.skipIf(process.platform === 'win32' || !keepsCode)('compiled code', () => {
  it.each(STARTS)('is kept in the user’s cache, and starts %s from then on', async (_, command) => {
    await using room = await openRoom();
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, stdout, stderr } = start(room, command);
      expect([status, stdout.includes('one')]).toEqual([0, true]);
      expect(stderr).toContain(room.path(OWN));
    }
    expect(statSync(room.path(OWN)).mode & 0o777).toBe(0o700);
    expect(readdirSync(room.path(OWN), { recursive: true }).length).toBeGreaterThan(2);
    // Node itself would keep such code here.
    expect(readdirSync(room.path('tmp'))).toEqual([]);
  });

  it('lies where the user keeps caches', async ({ skip }) => {
    if (process.platform === 'darwin') skip('macOS has one place for caches');
    await using room = await openRoom();
    start(room, VIEW, { XDG_CACHE_HOME: room.path('elsewhere') });
    expect(readdirSync(room.path('elsewhere'))).toEqual(['dragoman-code-cache']);
    expect(readdirSync(room.path('home'))).toEqual([]);
  });

  it('is not kept where the user wants none', async () => {
    await using room = await openRoom();
    const { status } = start(room, VIEW, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect([status, readdirSync(room.path('home'))]).toEqual([0, []]);
  });
});

const SOMEBODY = 61_234;

const THEIRS: [what: string, needsRoot: boolean, rob: (room: TemporaryTree) => void][] = [
  ['that somebody else made', true, (room) => chownSync(room.path(OWN), SOMEBODY, SOMEBODY)],
  ['that all may write to', false, (room) => chmodSync(room.path(OWN), 0o777)],
  ['that its group may write to', false, (room) => chmodSync(room.path(OWN), 0o770)],
  ['in one that somebody else made', true, (room) => chownSync(room.path(CACHE), SOMEBODY, SOMEBODY)],
  ['in one that all may write to', false, (room) => chmodSync(room.path(CACHE), 0o777)],
  ['below one that all may write to', false, (room) => chmodSync(room.path('home'), 0o777)],
];

describe.skipIf(process.platform === 'win32' || !keepsCode)('compiled code in a directory', () => {
  it.for(THEIRS)('%s does not run', async ([_, needsRoot, rob], { skip }) => {
    if (needsRoot && process.getuid?.() !== 0) skip('only root can give files to others');
    await using room = await openRoom();
    expect(start(room, VIEW).stderr).toContain(room.path(OWN));
    rob(room);
    expect(start(room, VIEW)).toMatchObject({ stderr: 'nowhere\n', status: 0 });
  });

  it('that all users share does not run', async () => {
    await using room = await openRoom();
    mkdirSync(room.path('tmp/node-compile-cache'), { mode: 0o777 });
    const { stderr } = start(room, VIEW, { HOME: room.path('work/f') });
    expect([stderr, readdirSync(room.path('tmp/node-compile-cache'))]).toEqual(['nowhere\n', []]);
  });
});
