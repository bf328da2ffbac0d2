import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { openHttpBridge } from './http-bridge.ts';

const APPLICABLE = ['server-initialize', 'ping', 'logging-set-level', 'tools-list'];

/** Why the others do not apply, by the beginning of their names. */
const REASONS: Readonly<Record<string, string>> = {
  'tools-call-': 'calls tools that only a server made for the suite has, such as test_simple_text',
  'json-schema-2020-12': 'lists a tool that only a server made for the suite has',
  'completion-complete': 'the server offers no completions',
  'elicitation-': 'the server asks its user nothing',
  'resources-': 'the server offers no resources',
  'prompts-': 'the server offers no prompts',
  'server-sse-': 'of the HTTP transport',
  'dns-rebinding-protection': 'of the HTTP transport',
};

describe('the conformance suite of the protocol', () => {
  it('has no scenario that is neither run nor left out for a reason', async () => {
    const output = await conformance('list');
    const [, servers = ''] = /Server scenarios[^\n]*\n(.*?)\n\n/s.exec(output) ?? [];
    const scenarios = servers.split('\n').map((line) => line.replace(/^ *- /, ''));
    const reasons = Object.keys(REASONS);
    const unknown = scenarios.filter((name) => !reasons.some((start) => name.startsWith(start)));
    expect(unknown.sort()).toEqual([...APPLICABLE].sort());
  });

  it.each(APPLICABLE)('is passed: %s', async (scenario) => {
    await using tree = await openTree();
    await using bridge = await openHttpBridge(['--workdir', tree.root]);
    const output = await conformance('server', '--url', bridge.url, '--scenario', scenario);
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  });
});

/** Runs the suite's command, which fails where a scenario does. */
async function conformance(...args: readonly string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  const program = join(dirname(manifest), Object.values(bin)[0] ?? '');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return stdout;
}
