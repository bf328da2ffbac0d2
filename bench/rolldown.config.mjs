import { defineConfig } from 'rolldown';

export default defineConfig({
  // Node 20 runs no TypeScript.
  cwd: import.meta.dirname,
  input: { main: 'src/main.ts', 'sdk-http': 'src/servers/sdk-http.ts' },
  platform: 'node',
  external: [/^@vscode\/ripgrep/, /^@aws-sdk/],
  resolve: { conditionNames: ['@dragoman/source', 'node', 'import', 'default'] },
  transform: { target: 'node20.19' },
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', cleanDir: true },
});
