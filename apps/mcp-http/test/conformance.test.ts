import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { startHttp } from './http-process.ts';

// The others call tools, prompts or resources that only a server made for the suite has.
const APPLICABLE = ['server-initialize', 'ping', 'logging-set-level', 'tools-list', 'dns-rebinding-protection'];

describe('the conformance suite of the protocol', () => {
  it.each(APPLICABLE)('is passed: %s', async (scenario) => {
    await using tree = await openTree();
    await using server = await startHttp({ args: ['--no-auth', '--workdir', tree.root] });
    const output = await conformance('server', '--url', server.url, '--scenario', scenario);
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  });
});

/** Runs the suite's command, which fails if a scenario does. */
async function conformance(...args: readonly string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  const program = join(dirname(manifest), Object.values(bin)[0] ?? '');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return stdout;
}
