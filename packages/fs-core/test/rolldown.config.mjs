import { join } from 'node:path';
import { defineConfig } from 'rolldown';

// The package as it is, and those that it needs: all by their sources, so that none must be built first.
export default defineConfig({
  input: ['index', 'overlay'].map((door) => join(import.meta.dirname, `../src/${door}.ts`)),
  platform: 'node',
  resolve: { conditionNames: ['@dragoman/source', 'node', 'import', 'default'] },
  transform: { target: 'node20' },
});
