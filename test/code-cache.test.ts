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

const clientInfo = { name: 'claude-code', version: '1' };
const session = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'Read', arguments: { file_path: 'f' } } },
];
const messages = session.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

it.each([
  ['a command', [app('cli'), 'view', 'f'], ''],
  ['a server', [app('mcp-stdio'), '--log-level', 'error'], messages],
  ['a server that a command starts', [app('cli'), 'mcp', '--log-level', 'error'], messages],
])('%s starts from code that V8 made when it was built', async (_, command, input) => {
  await using tree = await openTree({ 'witness.cjs': witness, f: 'one\n' });
  const options = { cwd: tree.root, input, encoding: 'utf8' } as const;
  const { stderr, status } = spawnSync(process.execPath, ['--require', './witness.cjs', ...command], options);
  const verdicts = stderr.trimEnd().split('\n');
  expect(status).toBe(0);
  expect(verdicts).toContain('app.js false');
  expect(verdicts.filter((verdict) => !verdict.endsWith(' false'))).toEqual([]);
});
