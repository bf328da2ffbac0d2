import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { checksOf, LEFT_OUT, serverScenarios } from '../../../tooling/conformance.ts';
import { openHttpBridge } from './http-bridge.ts';

const APPLICABLE = ['server-initialize', 'ping', 'logging-set-level', 'tools-list', 'resources-list'];

/** Scenarios of HTTP, and of the revision without a handshake, which the suite speaks over HTTP alone. */
const OF_HTTP = /^(?:server-s|dns-rebinding|http-|caching$|sep-2164-)/;

describe('the conformance suite of the protocol', () => {
  it('has no scenario that is neither run nor left out for a reason', async () => {
    const reasons = Object.keys(LEFT_OUT);
    const scenarios = (await serverScenarios()).filter((name) => !OF_HTTP.test(name));
    const unknown = scenarios.filter((name) => !reasons.some((start) => name.startsWith(start)));
    expect(unknown.sort()).toEqual([...APPLICABLE].sort());
  });

  it.each(APPLICABLE)('is passed: %s', async (scenario) => {
    await using tree = await openTree();
    await using bridge = await openHttpBridge(['--workdir', tree.root]);
    const checks = await checksOf(bridge.url, { scenario, revision: '2025-11-25' });
    expect(checks.map(({ status }) => status)).toContain('SUCCESS');
    expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
  });
});
