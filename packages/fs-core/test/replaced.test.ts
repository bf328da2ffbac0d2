import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { openLocalVolume } from '../src/lib/local/local-volume.ts';

const REPLACE = `
  const { renameSync, writeFileSync } = require('node:fs')
  const [path] = process.argv.slice(1)
  console.log('ready')
  for (;;) {
    writeFileSync(path + '.next', 'x')
    renameSync(path + '.next', path)
  }`;

it('finds a file at every look, however often another takes its place', { timeout: 60_000 }, async () => {
  await using tree = await openTree({ file: 'x' });
  const volume = openLocalVolume({ allow: [tree.root] });
  const writer = spawn(process.execPath, ['-e', REPLACE, tree.path('file')]);
  const ended = once(writer, 'close');
  try {
    await once(writer.stdout, 'data');
    for (let look = 0; look < 20_000; look++) (await volume.open(tree.path('file')))[Symbol.dispose]();
    expect(writer.exitCode).toBeNull();
  } finally {
    writer.kill('SIGKILL');
    await ended;
  }
});
