import { fileURLToPath } from 'node:url';
import { defineConfig } from 'rolldown';
import { notices } from './notices.mjs';

const noAjv = fileURLToPath(new URL('no-ajv.mjs', import.meta.url));

// Runs in the app's own directory. ripgrep stays outside: its binary is a package of its own.
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: [/^@vscode\/ripgrep/],
  resolve: {
    conditionNames: ['@dragoman/source', 'node', 'import', 'default'],
    alias: { ajv: noAjv, 'ajv-formats': noAjv },
  },
  // Lowers what the oldest supported Node cannot parse, `using` above all.
  transform: { target: 'node20.19' },
  plugins: [notices()],
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: true,
    cleanDir: true,
  },
});
