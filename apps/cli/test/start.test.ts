import { execFileSync } from 'node:child_process';
import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { CLI } from './run-cli.ts';

// Tells on stderr which parts of the bundle were read, and whether they hold anything of the SDK.
const witness = `
  const fs = require('node:fs');
  const { readFileSync } = fs;
  fs.readFileSync = (path, ...rest) => {
    const content = readFileSync(path, ...rest);
    if (/\\.js$/.test(path)) console.error(path, /notifications\\/initialized/.test(content));
    return content;
  };
`;

it('a command loads few parts of the bundle, and nothing of the SDK', async () => {
  await using tree = await openTree({ 'witness.cjs': witness, f: 'one\n' });
  const loaded = (...args: string[]): string => {
    const command = `'${process.execPath}' --require ./witness.cjs '${CLI}' ${args.join(' ')} 2>&1 >/dev/null </dev/null`;
    return execFileSync('sh', ['-c', command], { cwd: tree.root, encoding: 'utf8' });
  };
  const parts = loaded('view', 'f').trimEnd().split('\n');
  expect(parts.filter((part) => part.endsWith(' true'))).toEqual([]);
  expect(parts.length).toBeLessThanOrEqual(5);
  // So that the absence above means something.
  expect(loaded('mcp')).toContain(' true\n');
});
