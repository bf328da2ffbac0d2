import { defineConfig } from 'vitest/config';

/** The built apps under Wine: a run of its own, since setting Windows up takes a quarter of a minute. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@dragoman/source'] } },
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['machine.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', '../../tooling/vitest-summary.ts'],
  },
});
