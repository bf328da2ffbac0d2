import { defineConfig } from 'rolldown';

// Runs in the app's own directory. ripgrep stays outside: its binary is a package of its own.
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  external: [/^@vscode\/ripgrep/],
  resolve: { conditionNames: ['@dragoman/source', 'node', 'import', 'default'] },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    minify: true,
    cleanDir: true,
  },
});
