import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const top = join(import.meta.dirname, '..');

/** Runs `.ci/run` with an `npx` for which `body` stands: each suite is a script of pnpm, whose words are `$*`. */
async function runWith(
  body: string,
): Promise<{ readonly lastLine: string | undefined; readonly status: number | null }> {
  await using programs = await openTree({
    npx: `#!/bin/sh\nshift 2\n${body}\n`,
    'apt-get': '#!/bin/sh\n',
  });
  for (const name of ['npx', 'apt-get']) chmodSync(programs.path(name), 0o755);
  const env = { ...process.env, PATH: `${programs.root}:${process.env.PATH}` };
  const { stdout, status } = spawnSync('bash', [join(top, '.ci/run')], { env, encoding: 'utf8' });
  return { lastLine: stdout.trimEnd().split('\n').at(-1), status };
}

describe.runIf(process.platform === 'linux')('.ci/run', () => {
  it('ends with the sum of what its suites count', async () => {
    const { lastLine, status } = await runWith('echo "20 passed, 0 failed, 1 skipped"');
    const [, passed = '', skipped = ''] = /^(\d+) passed, 0 failed, (\d+) skipped$/.exec(lastLine ?? '') ?? [];
    expect(Number(skipped)).toBeGreaterThan(0);
    expect(Number(passed)).toBe(20 * Number(skipped));
    expect(status).toBe(0);
  });

  it('says nothing of skipped tests where there are none, and takes the last count of a suite', async () => {
    const { lastLine } = await runWith('echo "7 passed, 7 failed"; echo "0 passed, 0 failed"; echo done');
    expect(lastLine).toBe('0 passed, 0 failed');
  });

  it.each([
    ['fails', 'echo "1 passed, 1 failed"; test "$1" = run'],
    ['ends without a count', 'echo "crashed"'],
  ])('fails when a suite %s', async (_, body) => {
    const { lastLine, status } = await runWith(body);
    expect(lastLine).toMatch(/^\d+ passed, [1-9]\d* failed$/);
    expect(status).toBe(1);
  });

  it('tests nothing where the check fails', async () => {
    expect((await runWith('echo "1 passed, 0 failed"; exit 1')).status).toBe(1);
  });
});
