import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { checksOf, LEFT_OUT, serverScenarios } from '../../../tooling/conformance.ts';
import { startHttp } from './http-process.ts';

const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';

/** Scenarios that apply, by revision. */
const APPLICABLE = [
  ['server-initialize', LEGACY],
  ['server-session-lifecycle', LEGACY],
  ['ping', LEGACY],
  ['logging-set-level', LEGACY],
  ['tools-list', LEGACY],
  ['resources-list', LEGACY],
  ['dns-rebinding-protection', LEGACY],
  ['server-sse-multiple-streams', LEGACY],
  ['server-stateless', MODERN],
  ['tools-list', MODERN],
  ['resources-list', MODERN],
  ['sep-2164-resource-not-found', MODERN],
  ['dns-rebinding-protection', MODERN],
  ['server-sse-multiple-streams', MODERN],
  ['caching', MODERN],
  ['http-header-validation', MODERN],
] as const;

/** Checks of these that fail, each for what the server does not have. */
const INAPPLICABLE: Readonly<Record<string, string>> = {
  'sep-2575-server-rejects-undeclared-capability': 'no tool asks anything of a client, as test_missing_capability does',
  'sep-2575-missing-capability-http-400': 'the same',
  'sep-2549-prompts-list-caching-hints': 'the server offers no prompts',
};

describe('the conformance suite of the protocol', () => {
  it('has no scenario that is neither run nor left out for a reason', async () => {
    const reasons = Object.keys(LEFT_OUT);
    const scenarios = await serverScenarios();
    const unknown = scenarios.filter((name) => !reasons.some((start) => name.startsWith(start)));
    expect(unknown.sort()).toEqual([...new Set(APPLICABLE.map(([name]) => name))].sort());
  });

  it.each(APPLICABLE)('is passed: %s of revision %s', async (scenario, revision) => {
    await using tree = await openTree();
    await using server = await startHttp({ args: ['--no-auth', '--workdir', tree.root] });
    const checks = await checksOf(server.url, { scenario, revision });
    const withStatus = (...statuses: string[]) => checks.filter(({ status }) => statuses.includes(status));
    expect(withStatus('SUCCESS').length).toBeGreaterThan(0);
    const failed = withStatus('FAILURE', 'WARNING').map(({ id }) => id);
    expect(failed.filter((id) => !(id in INAPPLICABLE))).toEqual([]);
  });
});
