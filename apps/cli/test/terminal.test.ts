import { hasPseudoTerminals, inTerminal, NODE, openTree, type TerminalOptions } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { CLI, dragoman } from './run-cli.ts';

// Eight by seven pixels: red, yellow, green and black.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAHCAIAAAAAAAAAAAAAGElEQVR4nGP4/58BjhhQEOkSSAgFUE8CACTOM80AAAAAAAAAAElFTkQAAAAA';
const SIXELS =
  '\x1bP0;1q"1;1;8;7#0;2;0;0;0#30;2;0;100;0#180;2;100;0;0#210;2;100;100;0#0!4?!4w$#30!4?!4F$#180!4w!4?$#210!4F!4?-#0!4?!4@$#180!4@!4?\x1b\\\n';

const diff = (path: string): string => `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-one\n+two\n`;
const edit = (path: string): string[] => [
  '--dialect',
  'claude-code',
  '--require-read',
  'never',
  'Edit',
  path,
  'one',
  'two',
];

/** Runs the built command in a pseudo-terminal; both its streams. */
function dragomanInTerminal(args: readonly string[], options: TerminalOptions): Promise<string> {
  return inTerminal([NODE, CLI, ...args].map((word) => `'${word}'`).join(' '), options);
}

describe.runIf(hasPseudoTerminals())('in a terminal', () => {
  it('shows diffs in colour', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const path = tree.path('f');
    const coloured = [
      `\x1b[1m--- ${path}`,
      `\x1b[1m+++ ${path}`,
      '\x1b[36m@@ -1 +1 @@',
      '\x1b[31m-one',
      '\x1b[32m+two',
    ];
    expect(await dragomanInTerminal(edit(path), { cwd: tree.root })).toBe(
      `Replaced 1 occurrence(s) in ${path}\n${coloured.map((line) => `${line}\x1b[0m\n`).join('')}`,
    );
  });

  it.each([
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['--no-color', ['--no-color'], {}],
    ['a terminal that knows none', [], { TERM: 'dumb' }],
  ])('shows no colours with %s', async (_, flags, env: Record<string, string>) => {
    await using tree = await openTree({ f: 'one\n' });
    const path = tree.path('f');
    const shown = await dragomanInTerminal([...flags, ...edit(path)], { cwd: tree.root, env });
    expect(shown).toBe(`Replaced 1 occurrence(s) in ${path}\n${diff(path)}`);
  });

  it.each([
    ['iTerm2', { TERM_PROGRAM: 'iTerm.app' }, `\x1b]1337;File=inline=1;size=81:${PNG}\x07\n`],
    ['Kitty', { TERM: 'xterm-kitty' }, `\x1b_Ga=T,f=100,m=0;${PNG}\x1b\\\n`],
    ['a terminal with sixels', { TERM: 'foot' }, SIXELS],
    ['any other terminal', {}, '[image: image/png, 81 bytes]\n'],
    ['a terminal inside tmux', { TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, '[image: image/png, 81 bytes]\n'],
    ['a terminal without colours', { TERM: 'xterm-kitty', NO_COLOR: '1' }, '[image: image/png, 81 bytes]\n'],
  ])('shows an image in %s', async (_, env: Record<string, string>, expected) => {
    await using tree = await openTree({ 'a.png': Buffer.from(PNG, 'base64') });
    expect(await dragomanInTerminal(['view', 'a.png'], { cwd: tree.root, env })).toBe(expected);
  });

  it('lets no file write to the terminal as a program does', async () => {
    await using tree = await openTree({ f: '\x1b]0;title\x07\x9b31m' });
    expect(await dragomanInTerminal(['view', 'f'], { cwd: tree.root })).toBe('     1\t\u241b]0;title\u2407\ufffd31m\n');
  });

  it('ends every result with a line break', async () => {
    await using tree = await openTree({ f: 'one' });
    expect(await dragomanInTerminal(['view', 'f'], { cwd: tree.root })).toBe('     1\tone\n');
    expect(await dragomanInTerminal(['view', 'g'], { cwd: tree.root })).toMatch(/^Error: .+[^\n]\n$/s);
  });

  it.each([
    ['the program', ['--help']],
    ['a tool', ['help', 'view']],
    ['a command', ['call', '--help']],
  ])('shows help no wider than it is: %s', async (_, args) => {
    await using tree = await openTree();
    for (const columns of [40, 72]) {
      const shown = await dragomanInTerminal(['--no-color', ...args], { cwd: tree.root, columns });
      const [page = '', examples] = shown.split('\nExamples:\n');
      expect(examples).toBeDefined();
      expect(page.split('\n').filter((line) => line.length > columns)).toEqual([]);
    }
  });

  it('wants the JSON of a call to be piped or typed on purpose', async () => {
    await using tree = await openTree();
    const shown = await dragomanInTerminal(['call', 'view'], { cwd: tree.root });
    expect(shown).toBe("dragoman: No arguments: dragoman call view '<json>', or - to type them\n");
  });

  it('tells how long a call takes, and takes that back', async () => {
    await using tree = await openTree();
    const shown = await dragomanInTerminal(['--shell', 'unrestricted', 'bash', 'sleep 1.5'], { cwd: tree.root });
    const [before, ...lines] = shown.split('\r\x1b[K');
    expect(before).toBe('');
    expect(lines.at(0)).toMatch(/^bash: (?:.+, )?\d+ s$/);
    expect(lines.at(-1)).toMatch(/^\n?exit_code: 0\n$/);
  });
});

it('shows neither colours nor images in a pipe', async () => {
  await using tree = await openTree({ f: 'one\n', 'a.png': Buffer.from(PNG, 'base64') });
  const env = { TERM: 'xterm-kitty' };
  const edited = await dragoman(edit(tree.path('f')), { cwd: tree.root, env });
  expect(edited.stdout).toBe(`Replaced 1 occurrence(s) in ${tree.path('f')}\n${diff(tree.path('f'))}`);
  expect(await dragoman(['view', 'a.png'], { cwd: tree.root, env })).toMatchObject({
    stdout: '[image: image/png, 81 bytes]\n',
  });
  expect(await dragoman(['--shell', 'unrestricted', 'bash', 'sleep 1.5'], { cwd: tree.root })).toMatchObject({
    stderr: '',
  });
});
