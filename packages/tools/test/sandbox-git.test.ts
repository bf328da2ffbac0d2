import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expectsSandbox, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession, runCommand } from '../src/index.ts';

const ENVIRONMENT = {
  ...{ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
};

function git(directory: string, ...args: string[]): string {
  const settings = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...settings, ...args], { cwd: directory, env: ENVIRONMENT, stdio: 'pipe' }).toString();
}

/** A repository `main` with a directory and a submodule, a linked worktree `linked`, and another repository. */
async function openRepositories(parent: string): Promise<TemporaryTree> {
  const tree = await openTree({ 'main/below/f.txt': 'f\n', 'lib/l.txt': 'l\n', 'other/o.txt': 'o\n' }, parent);
  for (const name of ['lib', 'other', 'main']) {
    git(tree.path(name), 'init', '-q');
    git(tree.path(name), 'add', '.');
    git(tree.path(name), 'commit', '-q', '-m', `first of ${name}`);
  }
  git(tree.path('main'), 'submodule', '--quiet', 'add', tree.path('lib'), 'sub');
  git(tree.path('main'), 'commit', '-q', '-m', 'submodule');
  git(tree.path('main'), 'worktree', 'add', '-q', tree.path('linked'));
  return tree;
}

interface Setting {
  readonly access?: 'read' | 'write';
  readonly deny?: readonly string[];
}

/** Runs commands one after the other, sandboxed in a directory of a tree. */
async function run(directory: string, commands: readonly string[], { access = 'read', deny = [] }: Setting = {}) {
  const shell = { mode: 'sandboxed', git: access, timeoutMs: 60_000, environment: ENVIRONMENT } as const;
  const session = createSession({ workdir: directory, allow: [directory], deny, shell });
  try {
    const results = [];
    for (const command of commands) {
      const outcome = await runCommand(session, { command }, {});
      if (outcome.kind !== 'command') throw new TypeError('It does not run in the foreground');
      const { stdout, stderr, exitCode, traces } = outcome;
      results.push({ printed: stdout.text + stderr.text, exitCode, traces });
    }
    return results;
  } finally {
    await session.close();
  }
}

const WRITING = [
  'echo x > new.txt && git add . && git commit -q -m second',
  'git checkout -q -b feature && git tag t && git reset -q --soft HEAD~1 && git commit -q -m third',
  'echo y >> new.txt; git stash -q && git stash pop -q && git status --short',
].join(' && ');

// In /tmp, the sandbox has a directory of its own.
describe.runIf(expectsSandbox())('git in a sandbox', () => {
  it.each([
    ['in a repository', 'main', 'submodule', '/var/tmp'],
    ["below a repository's root", 'main/below', 'submodule', '/var/tmp'],
    ['in a linked worktree', 'linked', 'submodule', '/tmp'],
    ['below the root of a linked worktree', 'linked/below', 'submodule', '/var/tmp'],
    ['in a submodule', 'main/sub', 'first of lib', '/tmp'],
  ])('reads %s, says how it could write, and writes where that is allowed', async (_, name, subject, parent) => {
    await using tree = await openRepositories(parent);
    const top = tree.path(name);
    writeFileSync(`${top}/new.txt`, '');
    const reading = 'git status --short && git log --oneline && git diff HEAD';
    const [read, refused, plain] = await run(top, [reading, 'git add -A', 'touch /usr/x']);
    expect(read).toMatchObject({ exitCode: 0, printed: expect.stringContaining(subject) });
    expect(read?.printed).toContain('new.txt');
    expect(refused).toMatchObject({ exitCode: 128, traces: { isGitRefused: true } });
    expect(plain?.traces).toBeUndefined();
    const [written] = await run(top, [WRITING], { access: 'write' });
    expect(written).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/^ M .*new\.txt\n$/) });
    expect(git(top, 'log', '-1', '--format=%s %D')).toBe('third HEAD -> feature\n');
    expect(git(top, 'fsck', '--no-dangling')).toBe('');
  });

  it('shows nothing beside a repository, nothing denied in it, and none that is merely named', async () => {
    await using tree = await openRepositories('/tmp');
    const denied = tree.path('main/.git/denied.pem');
    writeFileSync(denied, 'secret\n');
    const commands = [
      `cat ${tree.path('main/below/f.txt')}`,
      `cat ${denied} 2>&1 | grep secret; git log -1 --format=%s`,
    ];
    const [sibling, secret] = await run(tree.path('linked'), commands, { deny: ['**/*.pem'] });
    expect(sibling?.exitCode).not.toBe(0);
    expect(secret?.printed).toBe('submodule\n');
    const [whole, part] = await run(tree.path('main/below'), ['git log', 'git commit -aqm x'], { access: 'write' });
    expect(whole).toMatchObject({ exitCode: 0, printed: expect.stringContaining('submodule') });
    // The other files of the repository would be missing from it.
    expect(part?.exitCode).toBe(128);
    for (const name of ['fake/a', 'fake/b/.git']) mkdirSync(tree.path(name), { recursive: true });
    writeFileSync(tree.path('fake/.git'), `gitdir: ${tree.path('other/.git')}\n`);
    writeFileSync(tree.path('fake/a/.git'), `gitdir: ${tree.path('main/.git/worktrees/linked')}\n`);
    writeFileSync(tree.path('fake/b/.git/HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(tree.path('fake/b/.git/commondir'), tree.path('other/.git'));
    for (const access of ['read', 'write'] as const) {
      const places = await run(tree.path('fake'), ['git log', 'cd a; git log', 'cd b; git log'], { access });
      expect(places.map(({ exitCode }) => exitCode)).toEqual([128, 128, 128]);
    }
  });

  it('never writes hooks or settings', async () => {
    await using tree = await openRepositories('/var/tmp');
    const home = tree.path('main/.git');
    const targets = ['hooks/pre-commit', 'info/attributes', 'config', 'config.worktree', 'commondir'].concat([
      ...['modules/sub/hooks/pre-commit', 'modules/sub/config', 'modules/sub/info/exclude', 'modules/sub/commondir'],
      ...['worktrees/linked/config.worktree', 'worktrees/linked/commondir', 'worktrees/linked/gitdir'],
      ...['worktrees/new/gitdir', 'remotes/origin', 'branches/origin'],
    ]);
    const names = ['hooks', 'info', 'modules', 'worktrees', 'config', 'modules/sub/hooks'];
    const attacks = [
      ...targets.map((at) => `mkdir -p ${home}/${dirname(at)}; echo '#planted' >> ${home}/${at}; rm -f ${home}/${at}`),
      ...targets.map((at) => `mkdir -p ${home}/${dirname(at)}; echo '#planted' >> ${home}/${at}`),
      ...names.map((name) => `mv ${home}/${name} moved || rm -r ${home}/${name}; rm -r moved`),
      ...[`mv ${home} ${home}2`, 'git config core.fsmonitor true', 'git remote add x y'],
      'true',
    ];
    const before = settingsOf(home);
    for (const name of ['', 'main', 'linked', 'main/sub']) {
      const [result] = await run(tree.path(name), [attacks.join('\n')], { access: 'write' });
      expect(settingsOf(home)).toEqual(before);
      expect(existsSync(`${home}2`)).toBe(false);
      if (name === 'main') expect(result?.traces?.removed).toContain(`${home}/commondir`);
    }
  });

  it('has git write to, and read from, no place beyond the repository', async () => {
    await using tree = await openRepositories('/var/tmp');
    const [top, beyond] = [tree.path('main'), tree.path('other/o.txt')];
    const links = ['index', 'logs/HEAD', 'logs/refs/heads/main', 'packed-refs', 'ORIG_HEAD', 'logs/\\377'];
    const planting = [
      ...links.map((at) => `rm -f .git/${at}; ln -s ${beyond} "$(printf '.git/${at}')"`),
      ...['rm -rf .git/objects/info; mkdir .git/objects/info', 'rm -f .git/COMMIT_EDITMSG'],
      ...[`echo ${tree.path('other/.git/objects')} > .git/objects/info/alternates`],
      'ln -s ../../other/o.txt .git/COMMIT_EDITMSG',
    ];
    const [result] = await run(top, [planting.join('\n')], { access: 'write' });
    expect(result?.traces?.removed).toHaveLength(links.length + 2);
    for (const args of [
      ['reset', '-q'],
      ['commit', '-qam', 'x', '--allow-empty'],
      ['pack-refs', '--all'],
    ])
      git(top, ...args);
    expect(readFileSync(beyond, 'utf8')).toBe('o\n');
    expect(git(top, 'count-objects', '-v')).not.toContain('alternate');
    const named = tree.path('lib/alternates');
    writeFileSync(named, '');
    await run(top, [`rm -rf .git/objects/info; ln -s ${dirname(named)} .git/objects/info`], { access: 'write' });
    expect([existsSync(`${top}/.git/objects/info`), existsSync(named)]).toEqual([false, true]);
    mkdirSync(`${top}/.git/objects/info`);
    // One that borrows objects is not opened: the command could have it borrow others.
    writeFileSync(`${top}/.git/objects/info/alternates`, `${tree.path('lib/.git/objects')}\n`);
    const [refused] = await run(top, ['git commit -qm y --allow-empty'], { access: 'write' });
    expect(refused?.exitCode).toBe(128);
  });
});

/** Hooks and settings in a git directory and those below it, by path. */
function settingsOf(home: string): Record<string, string> {
  const paths = readdirSync(home, { recursive: true, encoding: 'utf8' });
  const named = paths.filter((path) =>
    /(?:^|\/)(?:config.*|commondir|gitdir|remotes|branches|(?:hooks|info)\/.*)$/.test(path),
  );
  const contents = named.filter((path) => !/objects\/|info\/refs|^(?:.*\/)?(?:remotes|branches)$/.test(path));
  const texts = contents.map((path) => [path, readFileSync(`${home}/${path}`, 'utf8')] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
