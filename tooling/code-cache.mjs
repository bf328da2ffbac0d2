import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const besideThis = (name) => fileURLToPath(new URL(name, import.meta.url));

const clientInfo = { name: 'rehearsal', version: '1' };
const session = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'Read', arguments: { file_path: resolve('package.json') } } },
];
const messages = session.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

/** The most common use of each app. The first one decides which cache is kept for parts that both share. */
function rehearsalsOf(name, directory) {
  const journal = ['--workdir', directory, '--journal-dir', join(directory, 'journal')];
  const rehearsals = {
    dragoman: [
      { args: ['view', 'package.json'] },
      { args: ['grep', 'dragoman', 'package.json'] },
      { args: ['--dialect', 'claude-code', 'Read', resolve('package.json')] },
      { args: ['mcp'], input: messages },
      { args: [...journal, '--journal', 'create_file', 'new', 'one'] },
      { args: [...journal, 'log'] },
    ],
    '@dragoman/mcp-stdio': [{ args: [], input: messages }],
    '@dragoman/mcp-http': [
      {
        args: ['--token-env', 'REHEARSAL', '--listen', '127.0.0.1:0'],
        preload: besideThis('rehearse-http.cjs'),
        env: { REHEARSAL: randomBytes(24).toString('base64url') },
      },
    ],
  };
  return rehearsals[name];
}

/** Puts the launcher in front of a bundle named `app.js`, and V8's compiled code beside its parts. */
export function codeCache() {
  return {
    name: 'code-cache',
    async generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'main.js', source: await launcher(bundle) });
    },
    writeBundle({ dir }) {
      const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
      const scratch = mkdtempSync(join(tmpdir(), 'dragoman-rehearsal-'));
      try {
        for (const { args, ...rest } of rehearsalsOf(name, scratch)) rehearse([join(dir, 'main.js'), ...args], rest);
      } finally {
        rmSync(scratch, { recursive: true });
      }
    },
  };
}

async function launcher(bundle) {
  const parts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part.fileName, part.code] : []));
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const oldestNode = engines.node.replace('>=', '');
  const { output } = await build({
    input: besideThis('launcher.ts'),
    platform: 'node',
    // An older Node must come as far as the sentence that says what it lacks.
    transform: { target: 'node14', define: { BUILD: JSON.stringify(hash), OLDEST_NODE: JSON.stringify(oldestNode) } },
    output: { format: 'cjs', minify: true, banner: '#!/usr/bin/env node\n' },
    write: false,
  });
  return output[0].code;
}

function rehearse(words, { input = '', preload, env = {} }) {
  const { PATH, HOME } = process.env;
  const preloads = [besideThis('record-code-cache.cjs'), ...(preload === undefined ? [] : [preload])];
  const run = spawnSync(process.execPath, [...preloads.flatMap((file) => ['--require', file]), ...words], {
    input,
    encoding: 'utf8',
    // What the builder's own cache may hold would not be recorded.
    env: { ...env, PATH, HOME, NODE_DISABLE_COMPILE_CACHE: '1' },
  });
  if (run.status !== 0) throw new Error(`${words.join(' ')} ended with ${run.status}: ${run.stderr}`);
}
