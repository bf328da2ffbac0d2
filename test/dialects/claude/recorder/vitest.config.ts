import { defineConfig } from 'vitest/config';

/** Makes the recording anew: a run of its own, which installs a program of hundreds of megabytes. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@dragoman/source'] } },
  test: { root: import.meta.dirname, include: ['record.ts'], testTimeout: 900_000 },
});
