import { dragoman } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { needProgram, openCommandLine } from './shell.ts';

const words = async (...typed: string[]): Promise<string[]> => {
  const { stdout, code } = await dragoman(['completion', 'words', '--', ...typed]);
  expect(code).toBe(0);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/\t.*/, '')]));
};

describe('completion words', () => {
  it.each([
    [['gr'], ['grep']],
    [['co'], ['completion']],
    [
      ['--dialect', 'gem'],
      ['gemini', 'gemini-cli'],
    ],
    [['--dialect', 'gemini', 'write'], ['write_file']],
    [
      ['grep', '--output_mode', ''],
      ['files_with_matches', 'content', 'count'],
    ],
    [['grep', '--output-mode', 'cont'], ['content']],
    [
      ['grep', '--context_'],
      ['--context_before', '--context_after'],
    ],
    [['view', '--log-level', 'e'], ['error']],
    [
      ['view', '--color', 'a'],
      ['auto', 'always'],
    ],
    [['help', 'vi'], ['view']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['view', '--read-only', ''], []],
    [['view', ''], []],
  ])('follow %j', async (typed, expected) => {
    expect(await words(...typed)).toEqual(expected);
  });
});

const bash =
  'eval "$(dragoman completion bash)"; COMP_WORDS=(dragoman grep --ou); COMP_CWORD=2; _dragoman; echo "$COMPREPLY"';
// The completion system wants a terminal; what it is handed is what is looked at.
const zsh = `compdef() {}; _files() { echo files }; _describe() { print -l -- \${(P)2} }
eval "$(dragoman completion zsh)"; words=(dragoman grep --ou); CURRENT=3; _dragoman`;
const fish = 'dragoman completion fish | source; complete -C "dragoman grep --ou"';

describe('a completion script', () => {
  it.for([
    ['bash', ['-c', bash], /^--output_mode\n$/],
    ['zsh', ['-fc', zsh], /^--output_mode:.+\n$/],
    ['fish', ['-c', fish], /^--output_mode\t.+\n$/],
  ] as const)('completes in %s', { timeout: 30_000 }, async ([shell, args, expected], context) => {
    needProgram(context, shell);
    await using commandLine = await openCommandLine();
    expect(await commandLine.run(shell, args)).toEqual({
      stdout: expect.stringMatching(expected),
      stderr: '',
      code: 0,
    });
  });

  it('is there for no other shell', async () => {
    expect(await dragoman(['completion', 'fsh'])).toMatchObject({ code: 2, stdout: '' });
    expect(await dragoman(['completion'])).toMatchObject({ code: 2, stdout: '' });
  });
});
