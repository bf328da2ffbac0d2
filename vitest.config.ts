import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const roots = ['packages', 'apps'].flatMap((dir) => readdirSync(dir).map((name) => ({ name, root: `${dir}/${name}` })));

const measuresCoverage = process.argv.some((word) => word.startsWith('--coverage'));

const FILE_TOOLS = [
  'test/dialects/all/{languages,read-first,search}.test.ts',
  'test/dialects/budgeted/{lists,read-code,write-code}.test.ts',
  'test/dialects/claude-code/{read,write,edit,glob,grep,pdf,notebook,read-first}.test.ts',
  'test/dialects/editor/{changing-file,scenarios,text-as-bytes}.test.ts',
];

// What `serve` asks of the built server is asked of the sources once more, in the process of the tests: a process that a
// test starts counts for no coverage. Tests are left out that need a process of their own.
const inProcess = {
  extends: true as const,
  test: {
    name: 'in-process',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true' },
    include: [
      ...FILE_TOOLS,
      'test/dialects/all/shell/commands.test.ts',
      'test/dialects/gemini/*.test.ts',
      'test/dialects/codex/!(killed-patches).test.ts',
      'test/dialects/filesystem/answers.test.ts',
      'test/dialects/text_editor/!(hostile-memory).test.ts',
      'test/dialects/agent/tools.test.ts',
    ],
  },
};

// And once more over a volume in memory: what an operation takes for granted of a disk fails here. Left out are links,
// pipes, commands, and what processes do to each other.
const inMemory = {
  extends: true as const,
  test: {
    name: 'in-memory',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true', DRAGOMAN_TEST_VOLUME: 'memory' },
    include: [
      ...FILE_TOOLS,
      'test/dialects/gemini/!(tools|run-shell-command).test.ts',
      'test/dialects/codex/{apply-patch,reading}.test.ts',
      'test/dialects/filesystem/answers.test.ts',
    ],
    exclude: ['test/dialects/editor/changing-file.test.ts'],
    testNamePattern:
      /^(?!.*(?:\blinks?\b|Symlink|by every name|directories, never|a pipe|ignore files that are none|two servers))/,
  },
};

// And over the objects of a store, if this machine can start one. Left out is, besides: what takes long there, times other
// than those of a PUT, names with control characters, and several changes at once.
const inStore = {
  extends: true as const,
  test: {
    name: 'in-store',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true', DRAGOMAN_TEST_VOLUME: 'object' },
    setupFiles: [fileURLToPath(new URL('packages/testing/src/s3/skip-without-store.ts', import.meta.url))],
    include: inMemory.test.include,
    exclude: [
      ...inMemory.test.exclude,
      'test/dialects/all/languages.test.ts',
      'test/dialects/claude-code/pdf.test.ts',
      'test/dialects/gemini/ripgrep.test.ts',
    ],
    testNamePattern: new RegExp(
      inMemory.test.testNamePattern.source +
        /(?!.*(?:newest|newer|too large to look|configurable maximum|absolute paths|in order, page|as many as asked))/
          .source +
        /(?!.*(?:directory in the way|in three groups|what it was told|became of each file))/.source,
    ),
  },
};

// And with an index that every search asks, however small the tree.
const withIndex = {
  extends: true as const,
  test: {
    name: 'with-index',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true' },
    setupFiles: [fileURLToPath(new URL('tooling/with-index.ts', import.meta.url))],
    include: [
      'test/dialects/all/search.test.ts',
      'test/dialects/agent/tools.test.ts',
      'test/dialects/budgeted/lists.test.ts',
      'test/dialects/claude-code/grep.test.ts',
      'test/dialects/codex/reading.test.ts',
      'test/dialects/editor/{scenarios,text-as-bytes}.test.ts',
      'test/dialects/gemini/{ripgrep,tools}.test.ts',
      'packages/tools/src/lib/operations/{search,locate-matches}.test.ts',
    ],
    testNamePattern: /^(?!bash)/,
  },
};

export default defineConfig({
  // Packages resolve to their sources, so that tests need no build.
  ssr: { resolve: { conditions: ['@dragoman/source'] } },
  test: {
    isolate: false,
    // Many start processes; a loaded machine is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `expect.poll` waits for a condition: its bound is for what never comes.
    // A test that asserts nothing, or ends before it does, fails.
    expect: { poll: { timeout: 45_000 }, requireAssertions: true },
    globalSetup: ['node-under-test', 's3-gateway'].map((name) =>
      fileURLToPath(new URL(`tooling/${name}.ts`, import.meta.url)),
    ),
    setupFiles: [fileURLToPath(new URL('tooling/property-seed.ts', import.meta.url))],
    reporters: ['default', './tooling/vitest-summary.ts'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**'],
      exclude: ['packages/testing/**'],
      reporter: ['text-summary', 'lcov'],
      thresholds: { lines: 90, statements: 90, functions: 90, branches: 90 },
    },
    projects: [
      ...roots.map(({ name, root }) => ({
        extends: true as const,
        root,
        test: { name, include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
      })),
      {
        extends: true as const,
        test: { name: 'workspace', include: ['test/**/*.test.ts'], exclude: ['test/{clients,windows}/**'] },
      },
      inMemory,
      inStore,
      withIndex,
      ...(measuresCoverage ? [inProcess] : []),
    ],
  },
});
