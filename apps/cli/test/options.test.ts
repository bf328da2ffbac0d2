import { delimiter } from 'node:path';
import { OPTIONS } from '@dragoman/dialects/internal/options';
import { CLI, dragoman, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const variableOf = (name: string): string => `DRAGOMAN_${name.replaceAll('-', '_').toUpperCase()}`;

// Without these, nothing looks at what a variable names.
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DRAGOMAN_JOURNAL_DIR: { DRAGOMAN_JOURNAL: 'true' },
  DRAGOMAN_CACHE_DIR: { DRAGOMAN_VOLUME: '/data=s3://bucket' },
};

describe('a variable', () => {
  it.each(OPTIONS.filter(({ repeatable }) => !repeatable).map(({ name }) => [name, variableOf(name)]))(
    'that sets --%s wrongly is named',
    async (_, variable) => {
      await using tree = await openTree({ f: 'x' });
      // These are made where they are missing.
      const isMade = ['DRAGOMAN_MEMORY_DIR', 'DRAGOMAN_JOURNAL_DIR', 'DRAGOMAN_CACHE_DIR', 'DRAGOMAN_INDEX'].includes(
        variable,
      );
      const env = { ...NEEDED[variable], [variable]: isMade ? 'f' : '\t' };
      const ran = await dragoman(['view', 'f'], { cwd: tree.root, env });
      expect(ran).toMatchObject({ stdout: '', code: 2 });
      expect(ran.stderr).toMatch(new RegExp(`^dragoman: ${variable}.+\\n$`));
    },
  );

  it.each([
    ['a directory that is none', 'DRAGOMAN_WORKDIR', 'f'],
    ['allowed directories that are not there', 'DRAGOMAN_ALLOW_DIR', ['lost', 'gone'].join(delimiter)],
    ['a glob that is none', 'DRAGOMAN_DENY', '{a'],
  ])('is named with %s', async (_, variable, value) => {
    await using tree = await openTree({ f: 'x' });
    const flag = `--${variable.slice('DRAGOMAN_'.length).toLowerCase().replace('_', '-')}`;
    const complaint = expect.stringMatching(new RegExp(`^dragoman: ${variable}: .+\\n$`));
    for (const command of [['view', 'f'], ['tools'], ['doctor']]) {
      const ran = await dragoman(command, { cwd: tree.root, env: { [variable]: value } });
      expect(ran).toEqual({ stdout: '', stderr: complaint, code: 2 });
    }
    // What a flag says counts, and is named.
    const flagged = await dragoman(['view', 'f', flag, '{/'], { cwd: tree.root, env: { [variable]: value } });
    expect(flagged).toMatchObject({ stderr: expect.stringMatching(new RegExp(`^dragoman: ${flag}: .+\\n$`)), code: 2 });
  });

  it.each(['..', '../secrets', 'x/../..', './', '.', '{.,./}', '{a,../b}'])(
    'or a flag that denies what nothing can match is refused: %s',
    async (glob) => {
      await using tree = await openTree({ f: 'x' });
      const ran = await dragoman(['view', 'f', `--deny=${glob}`], { cwd: tree.root });
      expect(ran).toMatchObject({ stdout: '', code: 2 });
      expect(ran.stderr).toMatch(/^dragoman: --deny: [^\n]* it can match nothing, since [^\n]+\n$/);
    },
  );

  it('sets what no flag does', async () => {
    await using tree = await openTree({ 'in/f': 'inside\n', f: 'outside\n' });
    const env = { DRAGOMAN_WORKDIR: tree.path('in'), DRAGOMAN_DIALECT: 'claude-code' };
    expect(await dragoman(['Read', tree.path('in/f')], { env })).toMatchObject({ stdout: '     1\tinside\n', code: 0 });
    expect(await dragoman(['--dialect', 'editor', 'view', 'f'], { env })).toMatchObject({ stdout: '     1\tinside\n' });
    expect(await dragoman(['Read', tree.path('f')], { env })).toMatchObject({ stdout: '', code: 1 });
  });
});

describe('a deny glob', () => {
  it('denies a path as it is written, with all that is special to some program', async () => {
    const files = ['app/(auth)/[id]/secret', 'app/@modal/(.)photo/secret', 'app/[[...opt]]/secret'];
    await using tree = await openTree({
      ...Object.fromEntries(files.map((file) => [file, 'word'])),
      'app/auth/f': 'word',
    });
    const deny = ['**/(auth)/**', 'app/@modal/(.)photo', tree.path('app/[[...opt]]')].flatMap((glob) => [
      '--deny',
      glob,
    ]);
    const run = (...words: string[]) => dragoman([...deny, ...words], { cwd: tree.root });
    for (const file of files) expect(await run('view', file)).toMatchObject({ code: 1 });
    expect(await run('glob', '**')).toMatchObject({ stdout: 'app/auth/f\n', code: 0 });
    expect(await run('grep', 'word')).toMatchObject({ stdout: 'app/auth/f\n', code: 0 });
  });
});

describe('a deny glob that matches nothing now', () => {
  it('is told, and holds when there is something', async () => {
    await using tree = await openTree({ f: 'x' });
    const later = tree.path('later');
    const view = (...options: string[]) => dragoman(['view', 'f', ...options], { cwd: tree.root });
    const warned = await view('--deny', `${later}/(auth)/**`);
    expect(warned).toEqual({
      stdout: '     1\tx\n',
      stderr: `dragoman warn: --deny "${later}/(auth)/**" matches nothing now: "${later}/(auth)" does not exist\n`,
      code: 0,
    });
    expect(await view('--deny', `${later}/**`, '--log-level', 'error')).toMatchObject({ stderr: '', code: 0 });
    expect(await view('--deny', '**/(auth)/**', '--deny', `${tree.root}/*.key`)).toMatchObject({ stderr: '', code: 0 });
  });
});

describe('the environment of commands', () => {
  it.each([
    ['all but secrets', [], ['yes', '', '']],
    ['what a login sets, where a clean one is asked for', ['--shell-clean-env'], ['', '', '']],
    ['that and what is named', ['--shell-clean-env', '--shell-env', 'DEPLOY_KEY'], ['', '', 'named']],
  ])('holds %s', async (_, options, [harmless, token, key]) => {
    const env = { HARMLESS: 'yes', NPM_TOKEN: 'secret', DEPLOY_KEY: 'named', LANG: 'C.UTF-8' };
    const command = 'echo "$LANG,$HARMLESS,$NPM_TOKEN,$DEPLOY_KEY"';
    const ran = await dragoman(['--shell', 'unrestricted', ...options, 'bash', command], { env });
    expect(ran).toEqual({ stdout: `C.UTF-8,${harmless},${token},${key}\nexit_code: 0\n`, stderr: '', code: 0 });
  });
});

describe('a command', () => {
  it.each([
    ['exit 3', 3],
    ['kill -9 $$', 137],
    ['true', 0],
  ])('gives the program its exit status: %s', async (command, code) => {
    for (const flags of [[], ['--dialect', 'agent']]) {
      const ran = await dragoman(['--shell', 'unrestricted', ...flags, 'bash', command]);
      expect([flags, ran.code]).toEqual([flags, code]);
    }
  });
});

describe('a flag', () => {
  it.each([
    ['the last of several', ['--path', 'g', '--path', 'f']],
    ['with = and a dash', ['f', '--view-range=1,1']],
    ['as JSON', ['f', '--view_range', '[1, 1]']],
    ['as a list in parts', ['f', '--view_range', '1', '--view_range', '1']],
    ['of the program after the command', ['f', '--read-only', '--max-results', '5']],
    ['of the program with underscores', ['f', '--read_only', '--max_results', '5']],
  ])('may be given as %s', async (_, words) => {
    await using tree = await openTree({ f: 'one\n' });
    expect(await dragoman(['view', ...words], { cwd: tree.root })).toEqual({
      stdout: '     1\tone\n',
      stderr: '',
      code: 0,
    });
  });

  it.each([
    [['--new_str', '--path'], '--path'],
    [['--new_str=-x'], '-x'],
    [['--new-str', '-1'], '-1'],
    [['--new_str', 'a', '--new_str', 'b'], 'b'],
    [['--', '-x'], '-x'],
    [['--new_str', '--', '--json'], '--'],
  ])('takes what stands behind it for its value: %j', async (words, written) => {
    await using tree = await openTree({ f: 'one' });
    const ran = await dragoman(['str_replace', 'f', 'one', ...words], { cwd: tree.root });
    expect(ran).toMatchObject({ stderr: '', code: 0 });
    expect(await dragoman(['view', 'f'], { cwd: tree.root })).toMatchObject({ stdout: `     1\t${written}\n` });
  });

  it.each([
    ['an unknown one', ['view', 'f', '-x']],
    ['one without its value', ['view', 'f', '--view_range']],
    ['one with a value that is no number', ['view', 'f', '--view_range', '1,x']],
    ['one with a value that is none of a few', ['grep', 'x', '--output_mode', 'all']],
    ['an option without its value', ['view', 'f', '--dialect']],
    ['an option with an empty value', ['view', 'f', '--workdir', '']],
    ['a switch of a tool with another value than true or false', ['grep', 'x', '--multiline=maybe']],
    ['a negative size', ['view', 'f', '--max-file-size', '-1']],
    ['JSON that is none', ['call', 'view', '{']],
    ['JSON in two arguments', ['call', 'view', '{}', '{}']],
  ])('is refused: %s', async (_, args) => {
    await using tree = await openTree({ f: 'one' });
    const ran = await dragoman(args, { cwd: tree.root });
    expect(ran).toMatchObject({ stdout: '', code: 2, stderr: expect.stringMatching(/^dragoman: .+\n$/) });
  });
});

it('a variable that means nothing ends every call, and nothing that shows a page', async () => {
  await using tree = await openTree({ f: 'x' });
  const prepared = { cwd: tree.root, env: { DRAGOMAN_READONLY: '1' } };
  const sentence = 'dragoman: Unknown variable DRAGOMAN_READONLY; did you mean "DRAGOMAN_READ_ONLY"?\n';
  for (const command of [['view', 'f'], ['tools'], ['log'], ['mcp']]) {
    const { code, stdout, stderr } = await dragoman(command, { ...prepared, main: CLI });
    expect([code, stdout, stderr.replace('dragoman-mcp:', 'dragoman:')]).toEqual([2, '', sentence]);
  }
  for (const command of [['--help'], ['--version'], ['completion', 'bash']])
    expect(await dragoman(command, prepared)).toMatchObject({ code: 0, stderr: '' });
});

it('a variable of another program is passed over, as is one that Kubernetes sets', async () => {
  await using tree = await openTree({ f: 'text' });
  const links = { DRAGOMAN_PORT: 'tcp://10.0.0.1:80', DRAGOMAN_SERVICE_HOST: '10.0.0.1' };
  const env = { ...links, DRAGOMAN_LISTEN: '127.0.0.1:0', DRAGOMAN_TOKEN: 'secret' };
  expect(await dragoman(['view', 'f'], { cwd: tree.root, env })).toMatchObject({ code: 0, stderr: '' });
});

// Only a process of its own has another home.
describe('a command in a home', () => {
  it('calls no tool unless a directory is named', async () => {
    await using tree = await openTree({ f: 'mine' });
    const prepared = { main: CLI, cwd: tree.root, env: { HOME: tree.root } };
    const refusal = `dragoman: Started in "${tree.root}", the home directory, which is allowed only by name: name the directories to work in, with --allow-dir\n`;
    for (const command of [
      ['view', 'f'],
      ['call', 'view', '{"path":"f"}'],
      ['index', 'build'],
    ])
      expect(await dragoman(command, prepared)).toEqual({ stdout: '', stderr: refusal, code: 2 });
    const named = await dragoman(['view', 'f', '--allow-dir', '~'], prepared);
    expect(named).toMatchObject({ code: 0, stdout: expect.stringContaining('mine') });
  });

  it('lists tools, shows help and finds out what works', async () => {
    await using tree = await openTree();
    const prepared = { main: CLI, cwd: tree.root, env: { HOME: tree.root } };
    for (const command of [['tools'], ['view', '--help'], ['doctor']])
      expect(await dragoman(command, prepared)).toMatchObject({ code: 0, stderr: '' });
  });
});

it('a directory that is missing beside others is skipped with a warning', async () => {
  await using tree = await openTree({ f: 'text' });
  const ran = await dragoman(['view', 'f', '--allow-dir', '.', '--allow-dir', 'gone'], { cwd: tree.root });
  expect(ran).toEqual({
    stdout: '     1\ttext\n',
    stderr: `dragoman warn: "${tree.path('gone')}" is skipped: it does not exist\n`,
    code: 0,
  });
});
