import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import app from '../rolldown.app.mjs';

// What the server's bundle is made of; without it, what makes the bundle start fast.
const MADE_BY = new Set(['built-schemas']);

export default defineConfig([
  // Node 20 runs no TypeScript.
  {
    cwd: import.meta.dirname,
    input: {
      main: 'main.ts',
      'bare-server': 'bare-server.ts',
      'sdk-server': 'sdk-server.ts',
      'bare-http': 'http/bare-http.ts',
      'sdk-http': 'http/sdk-http.ts',
      disturber: 'http/disturber.ts',
    },
    platform: 'node',
    external: [/^@vscode\/ripgrep/],
    resolve: { conditionNames: ['@dragoman/source', 'node', 'import', 'default'] },
    transform: { target: 'node20.19' },
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // As a server is shipped that should start fast.
      minify: true,
      cleanDir: true,
    },
  },
  // The server as it is bundled, but with a file for each module, so that a profile tells whose code takes the time.
  {
    ...app,
    cwd: fileURLToPath(new URL('../../apps/mcp-stdio', import.meta.url)),
    input: { server: 'src/main.ts' },
    plugins: app.plugins.filter(({ name }) => MADE_BY.has(name)),
    output: {
      dir: fileURLToPath(new URL('by-module/dist', import.meta.url)),
      format: 'esm',
      preserveModules: true,
      entryFileNames: '[name].js',
      cleanDir: true,
    },
  },
]);
