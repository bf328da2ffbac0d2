import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI, isOpenToAll, NODE, openTree, stranger } from '@dragoman/testing';
import { expect, it } from 'vitest';

// A command that finds another process of its user in the middle of a transaction loads what would recover it. Another
// user has hardly any, and else this is tried again.
const user = isOpenToAll(dirname(CLI)) ? stranger() : null;
const PAUSE = { interval: 500 };

/** The parts of the bundle that a command runs, as files. */
async function partsOf(...args: string[]): Promise<string[]> {
  await using tree = await openTree({ f: 'one\n', seen: null });
  for (const path of [tree.root, tree.path('seen')]) chmodSync(path, 0o777);
  const env = { ...process.env, NODE_V8_COVERAGE: tree.path('seen') };
  spawnSync(NODE, [CLI, ...args], { cwd: tree.root, env, input: '', ...user });
  const reports = readdirSync(tree.path('seen')).map((name) => readFileSync(tree.path('seen', name), 'utf8'));
  const urls = reports.flatMap((report) => (JSON.parse(report) as CoverageReport).result.map(({ url }) => url));
  return [...new Set(urls)].filter((url) => /^file:.*\/dist\/.*\.js$/.test(url)).map((url) => fileURLToPath(url));
}

/** The scripts that a process of Node ran, as V8 reports them. */
interface CoverageReport {
  readonly result: readonly { readonly url: string }[];
}

const holdSdk = (parts: readonly string[]): string[] =>
  parts.filter((part) => /notifications\/initialized|ListObjectsV2/.test(readFileSync(part, 'utf8')));

it('a command loads few parts of the bundle, and nothing of the SDK', async () => {
  let parts: string[] = [];
  await expect
    .poll(async () => {
      parts = await partsOf('view', 'f');
      return parts.length;
    }, PAUSE)
    .toBeLessThanOrEqual(5);
  expect(parts.length).toBeGreaterThan(1);
  expect(holdSdk(parts)).toEqual([]);
  // So that the absence above means something.
  expect(holdSdk(await partsOf('mcp'))).not.toEqual([]);
  expect(holdSdk(await partsOf('--shell', 'unrestricted', '--volume', '/data=s3://bucket', 'doctor'))).not.toEqual([]);
});

// Each takes half a millisecond or more to load, and a process that does nothing takes twenty.
const DEAR = ['child_process', 'crypto', 'net', 'perf_hooks', 'stream', 'tty', 'worker_threads', 'zlib'];

it('a command loads nothing of Node that takes long', async () => {
  const tell = "process.on('exit', () => require('node:fs').writeSync(2, String(process.moduleLoadList)));";
  await using tree = await openTree({
    'tell.cjs': tell,
    'nothing.mjs': '',
    // Since Node 22, `util` as an ES module brings others, each of whose names is looked at.
    'imports.mjs': "import 'node:fs'; import 'node:util';",
    f: 'one\n',
  });
  chmodSync(tree.root, 0o755);
  const loaded = (...args: string[]): string[] => {
    const options = { cwd: tree.root, encoding: 'utf8', ...user } as const;
    const { stderr } = spawnSync(NODE, ['--require', './tell.cjs', ...args], options);
    const parts = stderr.split(',');
    expect(parts).toContain('NativeModule fs');
    return DEAR.filter((name) => parts.includes(`NativeModule ${name}`));
  };
  await expect.poll(() => loaded(CLI, 'view', 'f'), PAUSE).toEqual(loaded('./imports.mjs'));
});
