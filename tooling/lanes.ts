import { fileURLToPath } from 'node:url';
import { configDefaults } from 'vitest/config';

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Lets `serve` and `dragoman` run the sources in the process of the tests, which costs a tenth of a process of their own
 * and counts for coverage. A Node that is named runs the built apps.
 */
export const inProcess = process.env.DRAGOMAN_TEST_NODE ? {} : { DRAGOMAN_TEST_IN_PROCESS: 'true' };

// Where tests explore, as `pnpm test:long` has it, everything is repeated.
const EXPLORES = process.env.DRAGOMAN_TEST_ROUNDS !== undefined;

/**
 * Runs them by the built apps, as users start these: for each dialect the calls that need most of what only a bundle has,
 * such as threads and modules that load late.
 */
const throughApps = {
  extends: true as const,
  test: {
    name: 'through-apps',
    globalSetup: ['bundled-apps.ts', 'node-under-test.ts'].map(place),
    include: EXPLORES
      ? ['test/dialects/**/*.test.ts', 'apps/cli/test/*.test.ts']
      : [
          'test/dialects/all/{overlay,read-first,search,unseen-characters}.test.ts',
          'test/dialects/all/shell/commands.test.ts',
          'test/dialects/agent/tools.test.ts',
          'test/dialects/budgeted/{lists,write-code}.test.ts',
          'test/dialects/claude-code/{edit,notebook,pdf}.test.ts',
          'test/dialects/codex/{apply-patch,exec-command}.test.ts',
          'test/dialects/editor/scenarios.test.ts',
          'test/dialects/filesystem/answers.test.ts',
          'test/dialects/gemini/ripgrep.test.ts',
          'test/dialects/gemini-cli/replace.test.ts',
          'test/dialects/text_editor/edit-tool.test.ts',
          'apps/cli/test/{overlay,tools}.test.ts',
        ],
    exclude: [
      ...configDefaults.exclude,
      '**/*.long.test.ts',
      // They start the built apps in any case.
      'apps/cli/test/{killed-commands,start,streams,terminal}.test.ts',
      // `test:apps` runs them by the built apps.
      'apps/cli/test/{examples,journal,search-index}.test.ts',
      'test/dialects/all/{permissions,shell/environment,shell/sandbox}.test.ts',
      'test/dialects/codex/killed-patches.test.ts',
      'test/dialects/editor/{large-files,searches-in-a-row,unreadable,writes}.test.ts',
    ],
  },
};

const FILE_TOOLS = [
  'test/dialects/all/{languages,read-first,search}.test.ts',
  'test/dialects/budgeted/{lists,read-code,write-code}.test.ts',
  'test/dialects/claude-code/{read,write,edit,glob,grep,pdf,notebook,read-first}.test.ts',
  'test/dialects/editor/{changing-file,scenarios,text-as-bytes}.test.ts',
];

/**
 * Runs the tests of the dialects on the sources, over a volume in memory: an operation that takes a disk for granted
 * fails here, and coverage counts what the built server hides. Left out are links, pipes, commands, and what processes
 * do to each other.
 */
const inMemory = {
  extends: true as const,
  test: {
    name: 'in-memory',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true', DRAGOMAN_TEST_VOLUME: 'memory' },
    include: [
      ...FILE_TOOLS,
      'test/dialects/gemini/!(tools|run-shell-command|*.long).test.ts',
      'test/dialects/gemini-cli/{files,replace}.test.ts',
      'test/dialects/codex/{apply-patch,reading}.test.ts',
      'test/dialects/filesystem/answers.test.ts',
    ],
    exclude: [
      'test/dialects/editor/changing-file.test.ts',
      // What depends on the content of a file alone.
      ...(EXPLORES ? [] : ['test/dialects/all/languages.test.ts', 'test/dialects/claude-code/pdf.test.ts']),
    ],
    testNamePattern:
      /^(?!.*(?:\blinks?\b|Symlink|by every name|directories, never|a pipe|ignore files that are none|two servers))/,
  },
};

/**
 * Runs them over the objects of a store, if this machine can start one. Left out are, besides: slow cases, times other
 * than those of a PUT, names with control characters, and several changes at once.
 */
const inStore = {
  extends: true as const,
  test: {
    name: 'in-store',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true', DRAGOMAN_TEST_VOLUME: 'object' },
    globalSetup: place('s3-gateway.ts'),
    setupFiles: [place('../packages/testing/src/s3/skip-without-store.ts')],
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

/** Runs searches with an index that each of them asks, however small the tree. */
const withIndex = {
  extends: true as const,
  test: {
    name: 'with-index',
    env: { DRAGOMAN_TEST_IN_PROCESS: 'true' },
    setupFiles: [place('with-index.ts')],
    include: [
      'test/dialects/all/search.test.ts',
      'test/dialects/agent/tools.test.ts',
      'test/dialects/budgeted/lists.test.ts',
      'test/dialects/claude-code/grep.test.ts',
      'test/dialects/codex/reading.test.ts',
      'test/dialects/editor/{scenarios,text-as-bytes}.test.ts',
      'test/dialects/gemini/{ripgrep,tools}.test.ts',
      'packages/tools/src/lib/operations/find/{search,locate-matches}.test.ts',
    ],
    testNamePattern: /^(?!bash)/,
  },
};

/** The projects that run tests of others once more: see `vitest.config.ts`. */
export const repeatedProjects = [throughApps, inMemory, inStore, withIndex];
