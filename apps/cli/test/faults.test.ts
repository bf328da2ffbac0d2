import { CLI, dragoman, openTree, withFault } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

describe('an error that nobody foresaw', () => {
  it.each([
    ['--verbose', ['--verbose'], {}],
    ['DRAGOMAN_LOG=debug', [], { DRAGOMAN_LOG: 'debug' }],
    ['--log-level debug', ['--log-level', 'debug'], {}],
  ])('is told with its id and where it came from, with %s', async (_, flags, variables) => {
    await using tree = await openTree({ faulty: 'the secret content' });
    const env = { ...withFault('faulty'), ...variables };
    const { stdout, stderr, code } = await dragoman([...flags, 'view', 'faulty'], { main: CLI, cwd: tree.root, env });
    expect([stdout, code]).toEqual(['', 1]);
    const report =
      /^dragoman: unexpected error ([0-9a-f]{8}) in view\nTypeError\n {4}at [\s\S]*\nError: Unexpected error \(id \1\)\n$/;
    expect(stderr).toMatch(report);
    expect(stderr).not.toContain('secret');
  });

  it('is told with its id alone without them', async () => {
    await using tree = await openTree({ faulty: 'the secret content' });
    const { stderr, code } = await dragoman(['view', 'faulty'], {
      main: CLI,
      cwd: tree.root,
      env: withFault('faulty'),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: Unexpected error \(id [0-9a-f]{8}\)\n$/);
  });
});

it.each([
  ['a file', (words: string) => ['view', words]],
  ['a tool', (words: string) => [words]],
  ['an option', (words: string) => [`--${words}`]],
  ['a pattern', (words: string) => ['grep', `(${words}`]],
  ['an operation', (words: string) => ['undo', words]],
  ['a directory', (words: string) => ['--allow-dir', words, 'view', 'x']],
])('an error repeats nothing unseen that is given as %s', async (_, argsOf) => {
  await using tree = await openTree();
  const words = 'x\u001b]0;title\u0007\u009b2J\u00ad\u200b\u202e\u{e0041}y';
  const { stdout, stderr, code } = await dragoman(argsOf(words), { cwd: tree.root });
  expect(code).not.toBe(0);
  const commands = [...stdout, ...stderr].filter((letter) => /(?![\t\n])[\p{Cc}\p{Cf}]/u.test(letter));
  expect([stderr, commands]).toEqual([stderr, []]);
});
