import { writeFileSync } from 'node:fs';
import {
  CLI,
  casesToTest,
  dragoman,
  hasPseudoTerminals,
  inTerminal,
  NODE,
  openTree,
  type TerminalOptions,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

// Eight by seven pixels.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAHCAIAAAAAAAAAAAAAGElEQVR4nGP4/58BjhhQEOkSSAgFUE8CACTOM80AAAAAAAAAAElFTkQAAAAA';

const diff = (path: string): string => `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-one\n+two\n`;
const colouredDiff = (path: string): string =>
  `\x1b[1m--- ${path}\x1b[22m\n\x1b[1m+++ ${path}\x1b[22m\n\x1b[36m@@ -1 +1 @@\x1b[39m\n\x1b[31m-one\x1b[39m\n\x1b[32m+two\x1b[39m\n`;
const BOLD_RED = '\x1b[1m\x1b[31m';
const PLAIN = '\x1b[39m\x1b[22m';
const GREY = '\x1b[90m';
const DEFAULT = '\x1b[39m';
const red = (text: string): string => `\x1b[31m${text}${DEFAULT}`;
const green = (text: string): string => `\x1b[32m${text}${DEFAULT}`;
const path = (text: string): string => `\x1b[35m${text}${DEFAULT}`;
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
function everythingInTerminal(args: readonly string[], options: TerminalOptions): Promise<string> {
  return inTerminal([NODE, CLI, ...args].map((word) => `'${word}'`).join(' '), options);
}

/** Runs it likewise; without the seconds that it counts where the machine is busy. */
async function dragomanInTerminal(args: readonly string[], options: TerminalOptions): Promise<string> {
  const parts = (await everythingInTerminal(args, options)).split('\r\x1b[K');
  return parts.filter((part) => !/^\S+: (?:.+, )?\d+ s$/.test(part)).join('');
}

describe.runIf(hasPseudoTerminals())('in a terminal', () => {
  it('shows diffs in colour', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const path = tree.path('f');
    expect(await dragomanInTerminal(edit(path), { cwd: tree.root })).toBe(
      `Replaced 1 occurrence(s) in ${path}\n${colouredDiff(path)}`,
    );
  });

  const edits: readonly [string, string[], (path: string) => string][] = [
    ['str_replace', ['str_replace', 'f', 'one', 'two'], () => 'Replaced 1 occurrence in f'],
    ['str_replace of all', ['str_replace', 'f', 'one', 'two', '--replace_all'], () => 'Replaced 1 occurrence in f'],
    ['a dry run', ['str_replace', 'f', 'one', 'two', '--dry-run'], () => '[Dry Run] Would replace 1 occurrence in f'],
    [
      'replace',
      ['--dialect', 'gemini', 'replace', 'f', 'one', 'two'],
      (path: string) => `Successfully modified file: ${path} (1 replacements).`,
    ],
  ];

  it.each(casesToTest(edits, 2))('shows a diff after %s, in colour or not', async (_, args, confirmation) => {
    for (const [flags, changed] of [
      [[], colouredDiff],
      [['--color=never'], diff],
    ] as const) {
      await using tree = await openTree({ f: 'one\n' });
      const path = args.includes('gemini') ? tree.path('f') : 'f';
      const shown = await dragomanInTerminal([...flags, ...args], { cwd: tree.root });
      expect(shown).toBe(`${confirmation(path)}\n${changed(path)}`);
    }
  });

  it('colours paths, line numbers and matches of a search as ripgrep does', async () => {
    await using tree = await openTree({ '1-2-notes': 'a needle, a needle\nat 10:15\nno Needle\n' });
    const search = ['grep', String.raw`\bneed\w+`, '--output_mode', 'content', '--context', '1'];
    const needle = `${BOLD_RED}needle${PLAIN}`;
    expect(await dragomanInTerminal(search, { cwd: tree.root })).toBe(
      `${path('1-2-notes')}:${green('1')}:a ${needle}, a ${needle}\n${path('1-2-notes')}-${green('2')}-at 10:15\n`,
    );
  });

  it.each([
    [['--dialect', 'claude-code', 'Grep', 'need(?=le)', '-i', '--output_mode', 'content']],
    [['--dialect', 'gemini', 'search_file_content', 'NEED']],
  ])('colours the matches of %j', async (args) => {
    await using tree = await openTree({ f: 'a needle\n' });
    const shown = await dragomanInTerminal(args, { cwd: tree.root });
    expect(shown).toContain(`a ${BOLD_RED}need${PLAIN}le\n`);
    expect(shown).toContain(green('1'));
  });

  it.each([
    ['editor', ['grep', 'needle'], (name: string) => `${path(name)}\n`],
    ['editor', ['grep', 'needle', '--output_mode', 'count'], (name: string) => `${path(name)}:1\n`],
    ['editor', ['glob', '*'], (name: string) => `${path(name)}\n`],
    ['claude-code', ['Glob', '*'], (_: string, whole: string) => `${path(whole)}\n`],
  ])('colours the paths that dialect %s finds: %j', async (dialect, args, expected) => {
    await using tree = await openTree({ 'a b': 'needle\n' });
    const shown = await dragomanInTerminal(['--dialect', dialect, ...args], { cwd: tree.root });
    expect(shown).toBe(expected('a b', tree.path('a b')));
  });

  it('shows the line numbers of a file in grey, and of several files the names', async () => {
    await using tree = await openTree({ f: '1\tone\n', g: 'two\n' });
    const one = `${GREY}     1${DEFAULT}\t1\tone\n`;
    expect(await dragomanInTerminal(['view', 'f'], { cwd: tree.root })).toBe(one);
    expect(await dragomanInTerminal(['view', 'f', 'g'], { cwd: tree.root })).toBe(
      `==> ${path('f')} <==\n${one}\n==> ${path('g')} <==\n${GREY}     1${DEFAULT}\ttwo\n`,
    );
  });

  it('shows the first line of a failure in red, and who complains', async () => {
    await using tree = await openTree({ f: 'one\n' });
    expect(await dragomanInTerminal(['view', 'g'], { cwd: tree.root })).toContain(
      red(`Error: File not found: ${tree.path('g')}`),
    );
    expect(await dragomanInTerminal(['view', 'f', '--nonsense'], { cwd: tree.root })).toBe(
      `${BOLD_RED}dragoman:${PLAIN} Unknown flag --nonsense; a word that is no flag and begins with a dash goes behind --\n`,
    );
  });

  it.each([
    [['--help'], 'Commands:', 'doctor'],
    [['view', '--help'], 'Parameters:', '--path <string>'],
    [['help', 'call'], 'Examples:', null],
  ])('makes headings and terms of help stand out: %j', async (args, heading, term) => {
    await using tree = await openTree();
    const shown = await dragomanInTerminal(args, { cwd: tree.root, columns: 100 });
    expect(shown).toContain(`\n\x1b[1m\x1b[4m${heading}\x1b[24m\x1b[22m\n`);
    if (term !== null) expect(shown).toContain(`\n  \x1b[1m${term}\x1b[22m  `);
  });

  it('shows JSON as it is', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const shown = await dragomanInTerminal(['grep', 'one', '--json'], { cwd: tree.root });
    expect(JSON.parse(shown).content).toEqual([{ type: 'text', text: 'f' }]);
    expect(shown).not.toContain('\x1b');
  });

  const colourless: readonly [string, string[], Record<string, string>][] = [
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['--no-color', ['--no-color'], {}],
    ['--color=never', ['--color=never'], { FORCE_COLOR: '1' }],
    ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }],
    ['a terminal that knows none', [], { TERM: 'dumb' }],
  ];

  it.each(casesToTest(colourless, 3))('shows no colours with %s', async (_, flags, env) => {
    await using tree = await openTree({ f: 'one\n' });
    const path = tree.path('f');
    const shown = await dragomanInTerminal([...flags, ...edit(path)], { cwd: tree.root, env });
    expect(shown).toBe(`Replaced 1 occurrence(s) in ${path}\n${diff(path)}`);
  });

  it.each([
    ['iTerm2', { TERM_PROGRAM: 'iTerm.app' }, `\x1b]1337;File=inline=1;size=81:${PNG}\x07\n`],
    ['Kitty', { TERM: 'xterm-kitty' }, `\x1b_Ga=T,f=100,m=0;${PNG}\x1b\\\n`],
    ['WezTerm', { TERM_PROGRAM: 'WezTerm' }, `\x1b]1337;File=inline=1;size=81:${PNG}\x07\n`],
    ['a terminal of another protocol', { TERM: 'foot' }, '[image: image/png, 81 bytes]\n'],
    ['any other terminal', {}, '[image: image/png, 81 bytes]\n'],
    ['a terminal inside tmux', { TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, '[image: image/png, 81 bytes]\n'],
    ['a terminal without colours', { TERM: 'xterm-kitty', NO_COLOR: '1' }, '[image: image/png, 81 bytes]\n'],
  ])('shows an image in %s', async (_, env: Record<string, string>, expected) => {
    await using tree = await openTree({ 'a.png': Buffer.from(PNG, 'base64') });
    expect(await dragomanInTerminal(['view', 'a.png'], { cwd: tree.root, env })).toBe(expected);
  });

  it('lets no file write to the terminal as a program does', async () => {
    await using tree = await openTree({ f: '\x1b]0;title\x07\x9b31m' });
    expect(await dragomanInTerminal(['view', 'f'], { cwd: tree.root })).toBe(
      `${GREY}     1${DEFAULT}\t\u241b]0;title\u2407\ufffd31m\n`,
    );
  });

  it('ends every result with a line break', async () => {
    await using tree = await openTree({ f: 'one' });
    const env = { NO_COLOR: '1' };
    expect(await dragomanInTerminal(['view', 'f'], { cwd: tree.root, env })).toBe('     1\tone\n');
    expect(await dragomanInTerminal(['view', 'g'], { cwd: tree.root, env })).toMatch(/^Error: .+[^\n]\n$/s);
  });

  it.each([
    ['the program', ['--help']],
    ['a tool', ['help', 'view']],
    ['a command', ['call', '--help']],
  ])('shows help no wider than it is: %s', async (_, args) => {
    await using tree = await openTree();
    for (const columns of casesToTest([40, 72], 1)) {
      const shown = await dragomanInTerminal(['--no-color', ...args], { cwd: tree.root, columns });
      const [page = '', examples] = shown.split('\nExamples:\n');
      expect(examples).toBeDefined();
      expect(page.split('\n').filter((line) => line.length > columns)).toEqual([]);
    }
  });

  it('wants the JSON of a call to be piped or typed on purpose', async () => {
    await using tree = await openTree();
    const shown = await dragomanInTerminal(['call', 'view', '--no-color'], { cwd: tree.root });
    expect(shown).toBe("dragoman: No arguments: dragoman call view '<json>', or - to type them\n");
  });

  it('tells how long a call takes, and takes that back', async () => {
    await using tree = await openTree();
    const untilShown = ['--shell', 'unrestricted', 'bash', 'until [ -e shown ]; do sleep 0.01; done'];
    const shown = await everythingInTerminal(untilShown, {
      cwd: tree.root,
      onFirstOutput: () => writeFileSync(tree.path('shown'), ''),
    });
    const [before, ...lines] = shown.split('\r\x1b[K');
    expect(before).toBe('');
    expect(lines.at(0)).toMatch(/^bash: (?:.+, )?\d+ s$/);
    expect(lines.at(-1)).toMatch(/^\n?exit_code: 0\n$/);
  });
});

describe('a pipe', () => {
  it.each([
    ['--color=always', ['--color=always'], { NO_COLOR: '1' }],
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }],
    ['CLICOLOR_FORCE', [], { CLICOLOR_FORCE: '1' }],
  ])('gets colours with %s, but no images', async (_, flags, env) => {
    await using tree = await openTree({ f: 'one\n', 'a.png': Buffer.from(PNG, 'base64') });
    const ran = async (...args: string[]): Promise<string> =>
      (await dragoman([...flags, ...args], { cwd: tree.root, env: { TERM: 'xterm-kitty', ...env } })).stdout;
    expect(await ran('grep', 'n', '--output_mode', 'content')).toBe(
      `${path('f')}:${green('1')}:o${BOLD_RED}n${PLAIN}e\n`,
    );
    expect(await ran('view', 'a.png')).toBe('[image: image/png, 81 bytes]\n');
    expect(await ran('view', '--help')).toContain('\x1b[1m');
    expect(await ran('str_replace', 'f', 'one', 'two')).toBe(`Replaced 1 occurrence in f\n${colouredDiff('f')}`);
  });

  it('gets what a model sees after an edit, and no diff', async () => {
    await using tree = await openTree({ f: 'one\n' });
    const { stdout } = await dragoman(['str_replace', 'f', 'one', 'two'], { cwd: tree.root });
    expect(stdout).toBe('Replaced 1 occurrence in f\n\n     1\ttwo\n');
  });

  it('gets a complaint where the flag for colours makes no sense', async () => {
    expect(await dragoman(['view', 'f', '--color', 'sometimes'])).toEqual({
      stdout: '',
      stderr: 'dragoman: --color must be one of auto, always, never, not "sometimes"\n',
      code: 2,
    });
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
