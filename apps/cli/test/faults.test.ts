import { dragoman, openTree, withFault } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('an error that nobody foresaw', () => {
  it.each([
    ['--verbose', ['--verbose'], {}],
    ['DRAGOMAN_LOG=debug', [], { DRAGOMAN_LOG: 'debug' }],
    ['--log-level debug', ['--log-level', 'debug'], {}],
  ])('is told with its id and where it came from, with %s', async (_, flags, variables) => {
    await using tree = await openTree({ faulty: 'the secret content' });
    const env = { ...withFault('faulty'), ...variables };
    const { stdout, stderr, code } = await dragoman([...flags, 'view', 'faulty'], { cwd: tree.root, env });
    expect([stdout, code]).toEqual(['', 1]);
    const report =
      /^dragoman: unexpected error ([0-9a-f]{8}) in view\nTypeError\n {4}at [\s\S]*\nError: Unexpected error \(id \1\)\n$/;
    expect(stderr).toMatch(report);
    expect(stderr).not.toContain('secret');
  });

  it('is told with its id alone without them', async () => {
    await using tree = await openTree({ faulty: 'the secret content' });
    const { stderr, code } = await dragoman(['view', 'faulty'], { cwd: tree.root, env: withFault('faulty') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: Unexpected error \(id [0-9a-f]{8}\)\n$/);
  });
});
