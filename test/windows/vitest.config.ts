import { defineConfig } from 'vitest/config';

/** The built apps under Wine: a run of its own, since setting Windows up takes a quarter of a minute. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@dragoman/source'] } },
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../../tooling/bundled-apps.ts', 'machine.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Once in dozens of runs Wine lets no program of a bridge end any more: a test has a second try, over a new one.
    retry: 1,
    reporters: ['default', '../../tooling/vitest-summary.ts'],
  },
});
