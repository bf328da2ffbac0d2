import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const besideThis = (name) => fileURLToPath(new URL(name, import.meta.url));

const clientInfo = { name: 'rehearsal', version: '1' };
const session = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'Read', arguments: { file_path: resolve('package.json') } } },
];
const messages = session.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

// The most common use of each app. The first one decides which cache is kept for parts that both share.
const REHEARSALS = {
  dragoman: [
    { args: ['view', 'package.json'] },
    { args: ['grep', 'dragoman', 'package.json'] },
    { args: ['--dialect', 'claude-code', 'Read', resolve('package.json')] },
    { args: ['mcp'], input: messages },
  ],
  '@dragoman/mcp-stdio': [{ args: [], input: messages }],
};

/** Puts the launcher in front of a bundle named `app.js`, and V8's compiled code beside its parts. */
export function codeCache() {
  return {
    name: 'code-cache',
    generateBundle() {
      const source = readFileSync(besideThis('launcher.cjs'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'main.js', source });
    },
    writeBundle({ dir }) {
      const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
      for (const { args, input = '' } of REHEARSALS[name]) rehearse([join(dir, 'main.js'), ...args], input);
    },
  };
}

function rehearse(words, input) {
  const { PATH, HOME } = process.env;
  const run = spawnSync(process.execPath, ['--require', besideThis('record-code-cache.cjs'), ...words], {
    input,
    encoding: 'utf8',
    env: { PATH, HOME },
  });
  if (run.status !== 0) throw new Error(`${words.join(' ')} ended with ${run.status}: ${run.stderr}`);
}
