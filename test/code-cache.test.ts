import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';

const app = (name: string): string => join(import.meta.dirname, `../apps/${name}/dist/main.js`);

const witness = `
  const vm = require('node:vm');
  vm.Script = class extends vm.Script {
    constructor(source, options) {
      super(source, options);
      if (options?.cachedData) console.error(options.filename.split('/').at(-1), this.cachedDataRejected);
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

/** Starts an app in a tree where the file `f` holds a line, with `preload` before it. */
async function start(command: readonly string[], preload: string) {
  await using tree = await openTree({ 'preload.cjs': preload, f: 'one\n' });
  const options = { cwd: tree.root, input: session(tree.root), encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['--require', './preload.cjs', ...command], options);
}

const STARTS: [what: string, command: string[]][] = [
  ['a command', [app('cli'), 'view', 'f']],
  ['a server', [app('mcp-stdio'), '--log-level', 'error']],
  ['a server that a command starts', [app('cli'), 'mcp', '--log-level', 'error']],
];

it.each(STARTS)('%s starts from code that V8 made when it was built', async (_, command) => {
  const { stderr, status } = await start(command, witness);
  const verdicts = stderr.trimEnd().split('\n');
  expect(status).toBe(0);
  expect(verdicts).toContain('app.js false');
  expect(verdicts.filter((verdict) => !verdict.endsWith(' false'))).toEqual([]);
});

it.each(STARTS)('%s starts without the code that another V8 made', async (_, command) => {
  const { stdout, stderr, status } = await start(command, otherV8 + witness);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toContain('one');
});
