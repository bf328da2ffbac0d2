import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { inProcess, repeatedProjects } from './tooling/lanes.ts';

const tooling = (name: string) => fileURLToPath(new URL(`tooling/${name}.ts`, import.meta.url));

// What tests that start the built apps need, and those that start a store. Other projects wait for neither.
const APPS = ['bundled-apps', 'node-under-test'].map(tooling);
const STORE = tooling('s3-gateway');

/**
 * `vitest run` checks; `--mode again` also repeats tests over other volumes; `--mode long` also explores: files named
 * `*.long.test.ts`, each of which has a short sibling among the others.
 */
export default defineConfig(({ mode }) => {
  const exclude = [...configDefaults.exclude, ...(mode === 'long' ? [] : ['**/*.long.test.ts'])];
  // Each project has a module graph of its own, so that more of them would load the sources more often.
  const packages = {
    extends: true as const,
    test: {
      name: 'packages',
      include: ['packages/*/{src,test}/**/*.test.ts'],
      exclude,
      globalSetup: [STORE, tooling('programs-home')],
    },
  };
  const workspace = {
    extends: true as const,
    test: {
      name: 'workspace',
      include: ['apps/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
      exclude: [...exclude, 'test/{clients,windows}/**'],
      env: inProcess,
      globalSetup: [...APPS, STORE],
    },
  };
  return {
    // Packages resolve to their sources, so that tests need no build.
    ssr: { resolve: { conditions: ['@dragoman/source'] } },
    test: {
      isolate: false,
      // Many tests wait for processes that they start.
      maxWorkers: Math.max(4, availableParallelism()),
      // Many start processes; a loaded machine is no reason to fail.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // `expect.poll` waits for a condition: its bound is for what never comes.
      // A test that asserts nothing, or ends before it does, fails.
      expect: { poll: { timeout: 45_000 }, requireAssertions: true },
      setupFiles: [tooling('property-seed')],
      reporters: ['default', './tooling/vitest-summary.ts'],
      coverage: {
        provider: 'v8',
        include: ['packages/*/src/**'],
        exclude: ['packages/testing/**', '**/*.wat'],
        reporter: ['text-summary', 'lcov'],
        thresholds: { lines: 90, statements: 90, functions: 90, branches: 90 },
      },
      projects: [packages, workspace, ...(mode === 'test' ? [] : repeatedProjects)],
    },
  };
});
