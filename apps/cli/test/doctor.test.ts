import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CLI, dragoman, NODE, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

it('doctor tells what works', async () => {
  await using tree = await openTree({ work: null, state: null });
  // A journal that somebody has here is no affair of the test.
  const { stdout, code } = await dragoman(['doctor'], {
    cwd: tree.path('work'),
    env: { XDG_STATE_HOME: tree.path('state') },
  });
  expect(stdout).toMatch(
    /^ok {6}Node\.js \d+\.\d+\.\d+\nok {6}ripgrep \d+\.\d+\.\d+: .+\n(?:ok {6}|weaker {2})Sandbox: .+\n(?:ok {6}|weaker {2})\/proc: .+\nok {6}\/.+: writers on this machine are kept apart; its times are exact to (?:less than 1|\d+) ms\nok {6}Index: \/.+: .+\n$/,
  );
  expect(code).toBe(0);
});

it('doctor tells what is weaker where bubblewrap is missing', async () => {
  await using tree = await openTree({ work: null, bin: null });
  const { stdout, code } = await dragoman(['doctor'], { cwd: tree.path('work'), env: { PATH: tree.path('bin') } });
  expect(stdout).toMatch(/^weaker {2}Sandbox: .+ installed$/m);
  expect(code).toBe(0);
});

it('doctor tells how far locks reach', async () => {
  await using tree = await openTree();
  const { stdout } = await dragoman(['doctor', '--locks', 'shared'], { cwd: tree.root });
  expect(readdirSync(tree.root, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([]);
  expect(stdout).toMatch(/^(?:ok {6}|weaker {2})\/.+: writers (?:on all machines are|cannot be) kept apart/m);
});

it.skipIf(process.platform === 'win32')('doctor tells why a journal is refused', async () => {
  await using tree = await openTree({
    'dragoman/journal/records': null,
    'dragoman/journal/contents': null,
    'dragoman/journal/photo': '',
  });
  chmodSync(tree.path('dragoman/journal'), 0o755);
  const { stdout, code } = await dragoman(['doctor'], {
    cwd: tree.path('dragoman'),
    env: { XDG_STATE_HOME: tree.root },
  });
  expect(stdout).toMatch(/^broken {2}Journal: Cannot use ".+": a journal must be a directory of this user's, .+$/m);
  expect(code).toBe(1);
});

it('doctor gives the same as JSON', async () => {
  await using tree = await openTree();
  const { stdout } = await dragoman(['doctor', '--json'], { cwd: tree.root });
  const version = execFileSync(NODE, ['--version'], { encoding: 'utf8' });
  expect(`v${JSON.parse(stdout).node}\n`).toBe(version);
  expect(JSON.parse(stdout)).toMatchObject({ ripgrep: { works: true } });
});

describe.runIf(process.platform !== 'win32')('a ripgrep that does not work', () => {
  const FAULTS = [
    ['ends badly', '#!/bin/sh\necho no such library >&2\nexit 127\n', /"(.+)" ended with status 127: no such library/],
    ['is killed', '#!/bin/sh\nkill -9 $$\n', /"(.+)" was ended by SIGKILL/],
    ['does not start', null, /spawn (.+) EACCES/],
  ] as const;

  it.each(FAULTS)('is run by doctor, which says that it %s', async (_, program, fault) => {
    await using app = await openAppWith(program);
    const { stdout, code } = await dragoman(['doctor'], { main: app.path('dist/main.js'), cwd: app.path('work') });
    expect(stdout).toMatch(/^broken {2}ripgrep: contents cannot be searched\. Cannot run ripgrep: .+$/m);
    expect(fault.exec(stdout)?.[1]).toBe(app.path(RIPGREP));
    expect(code).toBe(1);
  });

  it.each(FAULTS)('fails a search, which says that it %s', async (_, program, fault) => {
    await using app = await openAppWith(program);
    const { stderr, code } = await dragoman(['grep', 'x'], { main: app.path('dist/main.js'), cwd: app.root });
    expect(stderr).toMatch(/^Error: Cannot run ripgrep: .+\n$/);
    expect(fault.exec(stderr)?.[1]).toBe(app.path(RIPGREP));
    expect(code).toBe(1);
  });

  it('is not taken for one that works where it says nothing', async () => {
    await using app = await openAppWith('#!/bin/sh\n');
    const { stdout, code } = await dragoman(['doctor'], { main: app.path('dist/main.js'), cwd: app.path('work') });
    expect(stdout).toContain(`"${app.path(RIPGREP)}" does not tell its version\n`);
    expect(code).toBe(1);
  });
});

const BINARY = `node_modules/@vscode/ripgrep-${process.platform}-${process.arch}`;
const RIPGREP = `${BINARY}/bin/rg`;

/** The built command, installed with another program in place of ripgrep; null for a file that is no program. */
async function openAppWith(ripgrep: string | null): Promise<TemporaryTree & AsyncDisposable> {
  const app = await openTree({
    'node_modules/@vscode/ripgrep/package.json': '{ "name": "@vscode/ripgrep", "main": "index.js" }',
    'node_modules/@vscode/ripgrep/index.js': '',
    [`${BINARY}/package.json`]: '{}',
    [RIPGREP]: ripgrep ?? '',
    work: null,
  });
  chmodSync(app.path(RIPGREP), ripgrep === null ? 0o644 : 0o755);
  cpSync(dirname(CLI), app.path('dist'), { recursive: true });
  return app;
}
