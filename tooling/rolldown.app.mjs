import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'rolldown';
import { builtSchemas } from './built-schemas.mjs';
import { notices } from './notices.mjs';

// Each stays a file of its own beside the chunk that starts it by name.
const pdfWorker = fileURLToPath(new URL('../packages/tools/src/lib/pdf/pdf-worker.js', import.meta.url));
const pictureWorker = fileURLToPath(new URL('../packages/tools/src/lib/pictures/picture-worker.js', import.meta.url));
const treeSweep = fileURLToPath(new URL('../packages/search-index/src/lib/tree-sweep-worker.js', import.meta.url));
const matchWorker = fileURLToPath(new URL('../packages/search/src/lib/regexp/match-worker.js', import.meta.url));
const indexThread = fileURLToPath(new URL('../packages/search-index/src/lib/index-thread.ts', import.meta.url));
// What the threads of a server run, where it has any.
const sessionThread = 'src/lib/threads/session-thread.ts';

// Runs in the app's own directory. ripgrep stays outside: its binary is a package of its own.
export default defineConfig({
  input: {
    app: 'src/main.ts',
    'pdf-worker': pdfWorker,
    'picture-worker': pictureWorker,
    'tree-sweep-worker': treeSweep,
    'match-worker': matchWorker,
    'index-thread': indexThread,
    ...(existsSync(sessionThread) && { 'session-thread': sessionThread }),
  },
  platform: 'node',
  external: [/^@vscode\/ripgrep/, /^sharp$/],
  resolve: {
    conditionNames: ['@dragoman/source', 'node', 'import', 'default'],
  },
  // Lowers what the oldest supported Node cannot parse, `using` above all.
  transform: { target: 'node20.19' },
  plugins: [builtSchemas(), notices(), startOfApp()],
  output: {
    dir: 'dist',
    format: 'es',
    entryFileNames: ({ name }) => (name === 'app' ? '[name].js' : 'chunks/[name].js'),
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: true,
    // One file to look for and open instead of half a dozen, and nothing in it that only some calls need.
    codeSplitting: {
      groups: [
        {
          name: engineName(),
          debugName: 'engine',
          test: /[\\/](?:packages|apps)[\\/]|rolldown.runtime/,
          minShareCount: 2,
        },
        // What lists operations, as one file.
        {
          name: 'history',
          test: /[\\/]history[\\/]src[\\/]lib[\\/](?:history|journal-context|operation-list|past-lines|entry-line|entry|is-entry)\.ts$/,
        },
      ],
    },
    cleanDir: true,
  },
});

/** Names the modules that starts load, whatever their command and dialect. What a package loads by itself comes later. */
function engineName() {
  const found = new Set();
  return (id, graph) => {
    if (found.size === 0) follow(resolve('src/main.ts'), graph, found);
    return found.has(id) || id.includes('rolldown/runtime') ? 'engine' : null;
  };
}

function follow(id, graph, found) {
  if (found.has(id)) return;
  found.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
  const chosen = dynamicallyImportedIds.filter((each) => /[\\/](?:apps|dialects)[\\/]/.test(each));
  for (const next of [...importedIds, ...chosen]) follow(next, graph, found);
}

/** Puts `main.js` beside the bundle, which an older Node can run as far as the sentence that says what it lacks. */
function startOfApp() {
  return {
    name: 'start-of-app',
    async generateBundle() {
      const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
      const oldestNode = engines.node.replace('>=', '');
      const { output } = await build({
        input: fileURLToPath(new URL('start.ts', import.meta.url)),
        platform: 'node',
        external: ['./app.js'],
        transform: { target: 'node14', define: { OLDEST_NODE: JSON.stringify(oldestNode) } },
        output: { format: 'es', minify: true, banner: '#!/usr/bin/env node\n' },
        write: false,
      });
      this.emitFile({ type: 'asset', fileName: 'main.js', source: output[0].code });
    },
  };
}
