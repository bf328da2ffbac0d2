import { defineConfig } from 'rolldown';

// Node 20 runs no TypeScript.
export default defineConfig({
  cwd: import.meta.dirname,
  input: { main: 'main.ts', 'bare-server': 'bare-server.ts', 'sdk-server': 'sdk-server.ts' },
  platform: 'node',
  external: [/^@vscode\/ripgrep/],
  resolve: { conditionNames: ['@dragoman/source', 'node', 'import', 'default'] },
  transform: { target: 'node20.19' },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // As a server that wants to start fast is shipped.
    minify: true,
    cleanDir: true,
  },
});
