import { defineConfig } from 'vitest/config';

/** Real clients: a run of its own, for which programs of hundreds of megabytes are installed. */
export default defineConfig({
  ssr: { resolve: { conditions: ['@dragoman/source'] } },
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['../../tooling/bundled-apps.ts'],
    // A client takes seconds to start, on machines that do much else.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ['default', '../../tooling/vitest-summary.ts'],
  },
});
