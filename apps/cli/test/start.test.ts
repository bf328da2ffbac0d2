import { execFileSync, spawnSync } from 'node:child_process';
import { CLI, NODE, openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';

// Tells on stderr which parts of the bundle were read, and whether they hold anything of the SDK, or of that of stores.
const witness = `
  const fs = require('node:fs');
  const { readFileSync } = fs;
  fs.readFileSync = (path, ...rest) => {
    const content = readFileSync(path, ...rest);
    if (/\\.js$/.test(path)) console.error(path, /notifications\\/initialized|ListObjectsV2/.test(content));
    return content;
  };
`;

it('a command loads few parts of the bundle, and nothing of the SDK', async () => {
  await using tree = await openTree({ 'witness.cjs': witness, f: 'one\n' });
  const loaded = (...args: string[]): string => {
    const command = `'${NODE}' --require ./witness.cjs '${CLI}' ${args.join(' ')} 2>&1 >/dev/null </dev/null; true`;
    return execFileSync('sh', ['-c', command], { cwd: tree.root, encoding: 'utf8' });
  };
  const parts = loaded('view', 'f').trimEnd().split('\n');
  expect(parts.filter((part) => part.endsWith(' true'))).toEqual([]);
  // Node 26 reads one of them twice.
  expect(new Set(parts).size).toBeLessThanOrEqual(5);
  // So that the absence above means something.
  expect(loaded('mcp')).toContain(' true\n');
  expect(loaded('--shell', 'unrestricted', '--volume', '/data=s3://bucket', 'doctor')).toContain(' true\n');
});

// Each takes half a millisecond or more to load, and a process that does nothing takes twenty.
const DEAR = ['child_process', 'crypto', 'net', 'perf_hooks', 'stream', 'tty', 'worker_threads', 'zlib'];

it('a command loads nothing of Node that takes long', async () => {
  const tell = "process.on('exit', () => require('node:fs').writeSync(2, String(process.moduleLoadList)));";
  await using tree = await openTree({ 'tell.cjs': tell, 'nothing.cjs': '', f: 'one\n' });
  const loaded = (...args: string[]): string[] => {
    const options = { cwd: tree.root, encoding: 'utf8' } as const;
    const { stderr } = spawnSync(NODE, ['--require', './tell.cjs', ...args], options);
    const parts = stderr.split(',');
    expect(parts).toContain('NativeModule fs');
    return DEAR.filter((name) => parts.includes(`NativeModule ${name}`));
  };
  expect(loaded(CLI, 'view', 'f')).toEqual(loaded('./nothing.cjs'));
});
