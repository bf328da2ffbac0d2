import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { dragoman } from './run-cli.ts';

it('doctor tells what works', async () => {
  const { stdout, code } = await dragoman(['doctor']);
  expect(stdout).toMatch(
    /^ok {6}Node\.js \d+\.\d+\.\d+\nok {6}ripgrep \d+\.\d+\.\d+: .+\n(?:ok {6}|weaker {2})Sandbox: .+\n(?:ok {6}|weaker {2})\/proc: .+\n$/,
  );
  expect(code).toBe(0);
});

it('doctor tells what is weaker where bubblewrap is missing', async () => {
  await using tree = await openTree();
  const { stdout, code } = await dragoman(['doctor'], { env: { PATH: tree.root } });
  expect(stdout).toMatch(/^weaker {2}Sandbox: .+ installed$/m);
  expect(code).toBe(0);
});

it('doctor gives the same as JSON', async () => {
  const { stdout } = await dragoman(['doctor', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ node: process.versions.node, ripgrep: { works: true } });
});
