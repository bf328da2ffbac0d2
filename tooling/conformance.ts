import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { newerNode } from './node-under-test.ts';

/**
 * Reasons why scenarios of the protocol's suite do not apply to any of our servers, by the beginning of their names.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'tools-call-': 'calls tools that only a server made for the suite has, such as test_simple_text',
  'json-schema-2020-12': 'lists a tool that only a server made for the suite has',
  'completion-complete': 'completes a prompt, and the server offers none',
  'elicitation-': 'the server asks its user nothing',
  'input-required-result-': 'the server asks its client nothing',
  'resources-read-': 'reads resources that only a server made for the suite has, such as test://static-text',
  'resources-templates-': 'the same',
  'resources-subscribe': 'the server watches no resources',
  'resources-unsubscribe': 'the server watches no resources',
  'sep-2640-skills-': 'reads skills that only a server made for the suite has',
  'tasks-': 'an extension that the server does not have',
  'prompts-': 'the server offers no prompts',
  'server-sse-polling': 'the server resumes no streams',
  'http-custom-header-server-validation': 'no tool asks for a header of its own',
};

/** Result of one check of a scenario. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
}

/** The names of all scenarios for servers. */
export async function serverScenarios(): Promise<string[]> {
  const output = await suite(['list', '--server']);
  return [...output.matchAll(/^ *- (\S+)/gm)].map(([, name = '']) => name);
}

/** Runs a scenario against a server, under a revision of the protocol. */
export async function checksOf(
  url: string,
  { scenario, revision }: { readonly scenario: string; readonly revision: string },
): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    const asked = ['--url', url, '--scenario', scenario, '--spec-version', revision];
    // It fails where a check does, which its results tell, too.
    await suite(['server', ...asked, '--output-dir', folder]).catch(() => {});
    const [results = ''] = readdirSync(folder);
    return JSON.parse(readFileSync(join(folder, results, 'checks.json'), 'utf8')) as Check[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function suite(args: readonly string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  const program = join(dirname(manifest), Object.values(bin)[0] ?? '');
  const { stdout } = await promisify(execFile)(await newerNode(), [program, ...args]);
  return stdout;
}
