import { delimiter } from 'node:path';
import { defineConfig } from 'rolldown';

// The package as it is, and those that it needs: all by their sources, so that none must be built first.
export default defineConfig({
  input: process.env.DRAGOMAN_TEST_ENTRIES?.split(delimiter),
  platform: 'node',
  resolve: { conditionNames: ['@dragoman/source', 'node', 'import', 'default'] },
  transform: { target: 'node20' },
  output: { sourcemap: true },
});
