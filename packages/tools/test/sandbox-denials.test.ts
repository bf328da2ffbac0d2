import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expectsSandbox, openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession, runCommand, type Session } from '../src/index.ts';

type Files = Parameters<typeof openTree>[0];

interface Sandbox extends AsyncDisposable {
  readonly session: Session;
  readonly tree: TemporaryTree;
  /** Runs commands one after the other; resolves with all that they printed. */
  run(...commands: readonly string[]): Promise<string>;
}

/** A session whose commands are sandboxed, over `work` and what else is allowed of a tree. */
async function openSandbox(
  files: Files,
  deny: readonly string[],
  allow: readonly string[] = ['work'],
): Promise<Sandbox> {
  // Below /tmp the sandbox has a directory of its own.
  const tree = await openTree(files, '/var/tmp');
  const shell = { mode: 'sandboxed', timeoutMs: 60_000, environment: { PATH: process.env.PATH } } as const;
  const absolute = deny.map((glob) => glob.replace(/^TREE/, tree.root));
  const session = createSession({
    workdir: tree.path('work'),
    allow: allow.map((name) => tree.path(name)),
    deny: absolute,
    shell,
  });
  return {
    session,
    tree,
    async run(...commands) {
      let printed = '';
      for (const command of commands) {
        const outcome = await runCommand(session, { command }, {});
        if (outcome.kind !== 'command') throw new TypeError('It does not run in the foreground');
        printed += outcome.stdout.text + outcome.stderr.text;
      }
      return printed;
    },
    async [Symbol.asyncDispose]() {
      await session.close();
      await tree[Symbol.asyncDispose]();
    },
  };
}

const SECRET = 'top-secret-text';

/** A file that is denied, the glob that denies it if it is not built in, commands that move it, and where it would be then. */
type Attack = readonly [path: string, glob: string | null, moves: string, shown: string];

const ATTACKS: readonly Attack[] = [
  ['conf/prod.json', 'conf/prod.json', 'mv conf conf2', 'conf2/prod.json'],
  ['a/b/c/far.json', 'a/b/c/far.json', 'mv a x', 'x/b/c/far.json'],
  ['d/e/f/near.json', 'd/e/f/near.json', 'mv d/e/f x1; mv d/e y1', 'x1/near.json y1/f/near.json'],
  ['g/h/one.json', 'TREE/work/g/h/*.json', 'mv g x2; mv g/h y2', 'x2/h/one.json y2/one.json'],
  ['p/x/y/q', 'p/**/q', 'mv p/x x3; mv p/x/y y3; mv p z3', 'x3/y/q y3/q z3/x/y/q'],
  ['k/one/id.txt', 'k/*/id.txt', 'mv k/one x4; mv k y4', 'x4/id.txt y4/one/id.txt'],
  ['m/two/ab.txt', '{m,n}/{one,two}/ab.txt', 'mv m/two x5; mv m y5', 'x5/ab.txt y5/two/ab.txt'],
  ['r/keys/id', 'r/keys', 'mv r x6', 'x6/keys/id'],
  ['s/t.json', 's/t.json', 'mkdir x7 && mv --exchange x7 s; mv -T s x7', 'x7/t.json'],
  ['.aws/credentials', null, 'mv .aws x8', 'x8/credentials'],
  ['.docker/config.json', null, 'mv .docker x9', 'x9/config.json'],
  ['.kube/config', null, 'mv .kube xa', 'xa/config'],
  ['.cargo/credentials.toml', null, 'mv .cargo xb', 'xb/credentials.toml'],
  ['.config/gh/hosts.yml', null, 'mv .config/gh xc; mv .config yc', 'xc/hosts.yml yc/gh/hosts.yml'],
  [
    'deep/in/it/.config/gh/hosts.yml',
    null,
    'mv deep/in/it/.config/gh xd; mv deep/in/it yd; mv deep zd',
    'xd/* yd/*/*/* zd/*/*/*/*',
  ],
];

describe.runIf(expectsSandbox())('what is denied to sandboxed commands', () => {
  it('is not shown by another name of a directory above it', async () => {
    const files = Object.fromEntries(ATTACKS.map(([path]) => [`work/${path}`, SECRET]));
    const globs = ATTACKS.flatMap(([, glob]) => glob ?? []);
    await using sandbox = await openSandbox(files, globs);
    const moves = ATTACKS.map(([, , move]) => move).join('; ');
    const printed = await sandbox.run(moves, `cat ${ATTACKS.map(([, , , shown]) => shown).join(' ')}; true`);
    expect(printed).not.toContain(SECRET);
    for (const [path] of ATTACKS) expect(readFileSync(sandbox.tree.path('work', path), 'utf8')).toBe(SECRET);
  });

  // Root without capabilities can map no user; without a map, some programs refuse.
  const inNamespace = (command: string) => `for map in -Urm -Um; do unshare $map sh -c '${command}'; done`;

  it.each([
    [
      'links, copies and removals',
      'ln conf/prod.json a; ln -P conf/prod.json b; cp -l conf/prod.json c; cp -a conf d; rm -rf conf; rmdir conf',
    ],
    ['what processes have open', 'cat /proc/*/root$PWD/conf/prod.json /proc/*/cwd/conf/prod.json'],
    ['unmounting', inNamespace('echo in; umount -l conf/prod.json; umount -l conf; mv conf x; cat conf/prod.json')],
    [
      'a second mount',
      inNamespace('mkdir x y; mount --bind . x; mount --bind conf y; cat x/conf/prod.json y/prod.json'),
    ],
    [
      'a second mount with its mounts',
      inNamespace('mkdir x; mount --rbind . x; umount -l x/conf/prod.json; cat x/conf/prod.json'),
    ],
    ['a mount of an overlay', inNamespace('mkdir x y; mount -t overlay o -o lowerdir=conf:y x; cat x/prod.json')],
    [
      'another root',
      inNamespace('mkdir x; mount --rbind / x; cd x; pivot_root . .; umount -l .; cat ../*/conf/prod.json'),
    ],
  ])('is not shown by %s', async (_, command) => {
    await using sandbox = await openSandbox({ 'work/conf/prod.json': SECRET }, ['conf/prod.json']);
    const printed = await sandbox.run(command, 'cat a b c d/* x y x/* y/* x/*/* 2>/dev/null; true');
    expect(printed).not.toContain(SECRET);
    expect(readFileSync(sandbox.tree.path('work/conf/prod.json'), 'utf8')).toBe(SECRET);
  });

  it('is not shown where the user makes it after a command renamed, or linked, what will lie above', async () => {
    await using sandbox = await openSandbox({ 'work/conf': null, 'work/.aws': null }, ['conf/prod.json', '.docker/x']);
    const { tree, run } = sandbox;
    await run('mv conf c && ln -s c conf; mv .aws a && ln -s a .aws; mkdir d; ln -s d .docker');
    writeFileSync(tree.path('work/conf/prod.json'), SECRET);
    writeFileSync(tree.path('work/.aws/credentials'), SECRET);
    writeFileSync(tree.path('work/.docker/config.json'), SECRET);
    const all = 'cat conf/prod.json .aws/credentials .docker/config.json c/* a/* d/* e/*; true';
    expect(await run(all, 'rm conf .aws .docker; mv d e; true', all)).not.toContain(SECRET);
  });

  it('is hidden behind links to directories, also when the links are gone', async () => {
    const files = {
      'work/conf': { link: '../other/real' },
      'work/.config': { link: 'cfg' },
      'work/cfg/gh': { link: '../ghreal' },
      'work/ghreal/hosts.yml': SECRET,
      'work/.env': { link: '../other/env' },
      'other/real/prod.json': SECRET,
      'other/env': SECRET,
    };
    await using sandbox = await openSandbox(files, ['conf/prod.json', '**/.env']);
    const all = 'cat conf/* .config/gh/* cfg/gh/* ghreal/* gone/* .env ../other/real/* ../other/env; true';
    expect(await sandbox.run(all, 'rm conf .config cfg/gh .env; mv ghreal gone; true', all)).not.toContain(SECRET);
  });

  it('is hidden behind links in the place of what wildcards match, whoever makes them', async () => {
    const files = {
      'work/stash/a/prod.json': SECRET,
      'work/cx': { link: 'stash/a' },
      'work/stash/b/prod.json': SECRET,
      'work/stash/c/deep/q': SECRET,
      'work/p/one': { link: '../stash/c' },
      'work/stash/d/id': SECRET,
      'work/k/x1': { link: 'x2' },
      'work/k/x2': { link: '../../other' },
      'other/id': SECRET,
    };
    await using sandbox = await openSandbox(
      files,
      ['c*/prod.json', 'p/**/q', 'k/x[0-9]/id', 'TREE/work/m?/*/f'],
      ['work'],
    );
    const { tree, run } = sandbox;
    const all = 'cat cx/* stash/[ac]/* stash/c/*/* gone/* gone/*/* p/one/*/* k/*/* ../other/*; true';
    expect(await run(all, 'mv stash/a gone; rm cx p/one k/x1; mv stash gone; true', all)).not.toContain(SECRET);
    await run('ln -s stash/b c2; mkdir -p m1 n; ln -s ../n m1/l');
    expect(await run('cat c2/prod.json stash/b/prod.json; true')).not.toContain(SECRET);
    writeFileSync(tree.path('work/m1/l/f'), SECRET);
    expect(await run('cat m1/l/f n/f; true', 'rm m1/l; mv n o; true', 'cat n/f o/f; true')).not.toContain(SECRET);
  });

  it('is hidden by all of its names in the trees, also when the denied one is gone', async () => {
    const files = { 'work/f': '', 'work/conf': null, 'work/d/e': null };
    await using sandbox = await openSandbox(files, ['conf/*.json', '**/.env', 'secrets']);
    const { tree, run } = sandbox;
    const linked = ['conf/prod.json', '.env', 'secrets/t/u'].map((name) => tree.path('work', name));
    await run('touch d/x d/y d/s; ln d/x conf/prod.json; ln d/y .env; ln d/y d/e/z');
    await run('mkdir -p s/t; ln d/s s/t/u; mv s secrets');
    for (const path of linked) writeFileSync(path, SECRET);
    const all = 'cat d/x d/y d/s d/e/z conf/* .env secrets/t/u o/* o/e/*; true';
    expect(await run(all, 'mv d/x d/x2; mv d o; true', all)).not.toContain(SECRET);
    for (const path of linked) rmSync(path);
    expect(await run(all, 'echo works')).toMatch(/works\n$/);
    expect(await run(all)).not.toContain(SECRET);
  });

  it('is hidden by names that files in denied directories got before the session, also outside', async () => {
    const files = { 'work/secrets/key': SECRET, 'work/secrets/a/b': SECRET, 'home/keys/k': SECRET, 'work/sub/x': '' };
    await using sandbox = await openSandbox(files, ['secrets', 'TREE/home/keys']);
    const { tree, run } = sandbox;
    linkSync(tree.path('work/secrets/key'), tree.path('work/open'));
    linkSync(tree.path('work/secrets/a/b'), tree.path('work/sub/open'));
    linkSync(tree.path('home/keys/k'), tree.path('work/mine'));
    const all = 'cat open sub/* mine moved; true';
    expect(await run(all, 'mv open moved; rm -f mine', all)).not.toContain(SECRET);
  });

  it('stays hidden by other names when the session moves to other trees', async () => {
    const files = { 'work/secrets/key': SECRET, 'work/.env': { link: 'stash' }, 'work/stash': SECRET, 'more/x': '' };
    await using sandbox = await openSandbox(files, ['secrets', '**/.env']);
    const { tree, run, session } = sandbox;
    const [work, more] = [tree.path('work'), tree.path('more')];
    linkSync(tree.path('work/secrets/key'), tree.path('work/open'));
    const all = `cd ${more}; cat ${work}/open ${work}/stash ${more}/*; true`;
    expect(await run(all)).not.toContain(SECRET);
    rmSync(tree.path('work/secrets'), { recursive: true });
    rmSync(tree.path('work/.env'));
    linkSync(tree.path('work/open'), tree.path('more/open'));
    await session.moveTo({ workdir: work, allow: [work, more] });
    expect(await run(all)).not.toContain(SECRET);
    await session.moveTo({ workdir: more, allow: [more] });
    expect(await run(all)).not.toContain(SECRET);
  });

  it('is found through links that lead in circles', async () => {
    const files = { 'work/.aws': { link: '.' }, 'work/.docker': { link: '.aws' }, 'work/credentials': SECRET };
    await using sandbox = await openSandbox(files, []);
    expect(await sandbox.run('cat .aws/credentials credentials; true')).not.toContain(SECRET);
  });

  it('is hidden from commands outside of the trees as soon as it is there', async () => {
    await using sandbox = await openSandbox({ work: null, 'home/x': '' }, ['TREE/home/.aws/credentials']);
    const { tree, run } = sandbox;
    await run('true');
    mkdirSync(tree.path('home/.aws'));
    writeFileSync(tree.path('home/.aws/credentials'), SECRET);
    expect(await run(`cat ${tree.path('home/.aws/credentials')}; true`)).not.toContain(SECRET);
    rmSync(tree.path('home'), { recursive: true });
    expect(await run('echo works')).toBe('works\n');
  });

  it('stays hidden where a root lies in another', async () => {
    const files = { 'work/a/b/file': 'ours', 'work/a/b/conf/prod.json': SECRET };
    await using sandbox = await openSandbox(files, ['conf/prod.json'], ['work', 'work/a/b']);
    const { run } = sandbox;
    const printed = await run(
      'mv a x; true',
      'mv a/b y; true',
      'mv a/b/conf z; true',
      'cat z/* y/conf/* x/b/conf/*; true',
    );
    expect(printed).not.toContain(SECRET);
    expect(existsSync(sandbox.tree.path('work/a/b/file'))).toBe(true);
  });

  it('cannot be written either: no settings of a repository by another name of it', async () => {
    const files = { 'work/.hg/hgrc': 'theirs', 'work/x.git/config': 'theirs', 'work/y/.git/config': 'theirs' };
    await using sandbox = await openSandbox(files, []);
    await sandbox.run(
      'mv .hg h; mv x.git x; mv y/.git g; true',
      'for f in h/hgrc x/config g/config; do echo ours > $f; done; mv h .hg; mv x x.git; mv g y/.git; true',
    );
    for (const path of Object.keys(files)) expect(readFileSync(sandbox.tree.path(path), 'utf8')).toBe('theirs');
  });

  it('keeps directories from being moved, not from anything else: a command that goes on would move it past a look', async () => {
    const files = { 'work/app/.env': SECRET, 'work/lib/.git/config': '', 'work/lib/a': 'ours', 'work/b/x': 'b' };
    await using sandbox = await openSandbox({ ...files, 'work/ln/.env': { link: '../b/x' } }, ['**/.env']);
    const { tree, run } = sandbox;
    expect(await run('mv app app2; mv lib lib2; mv ln ln2; mv lib/a a && cat a; mv b b2; true')).toMatch(/^ours/);
    for (const path of ['app/.env', 'lib/.git', 'ln/.env', 'b/x', 'a'])
      expect(existsSync(tree.path('work', path))).toBe(true);
  });

  it('is found in directories whose names are not UTF-8', async () => {
    await using sandbox = await openSandbox({ 'work/a': '' }, ['conf/prod.json']);
    const { tree, run } = sandbox;
    const odd = Buffer.from(`${tree.path('work')}/caf\xe9/conf`, 'latin1');
    mkdirSync(odd, { recursive: true });
    writeFileSync(Buffer.concat([odd, Buffer.from('/prod.json')]), SECRET);
    expect(await run('mv caf* x; mv caf*/conf y; true', 'cat */* */*/*; true')).not.toContain(SECRET);
    expect(readFileSync(Buffer.concat([odd, Buffer.from('/prod.json')]), 'utf8')).toBe(SECRET);
  });

  it('is not moved past the look for it by a background command that was there before', async () => {
    const places = Array.from({ length: 60 }, (_, number) => [`work/m${number}`, null] as const);
    const files = { ...Object.fromEntries(places), 'work/m0/d/.env': SECRET, 'work/m0/d/.git/config': 'theirs' };
    await using sandbox = await openSandbox(files, ['**/.env']);
    const { session, run, tree } = sandbox;
    const rounds = 'while :; do for i in m*; do mv m*/d $i; done; done 2>/dev/null';
    await runCommand(session, { command: rounds, background: true }, {});
    const look = 'for i in 1 2 3; do cat m*/d/.env; for f in m*/d/.git/config; do echo ours > $f; done; done; true';
    for (let round = 0; round < 5; round += 1) expect(await run(look)).not.toContain(SECRET);
    expect(readFileSync(tree.path('work/m0/d/.git/config'), 'utf8')).toBe('theirs');
  });

  it('is not uncovered by a background command that was there before', async () => {
    await using sandbox = await openSandbox({ 'work/conf/prod.json': SECRET, 'work/free': null }, ['conf/prod.json']);
    const { session, tree, run } = sandbox;
    const loop = 'while :; do mv conf c2; mv c2 conf; cat conf/prod.json c2/prod.json; done >> free/out 2>/dev/null';
    await runCommand(session, { command: loop, background: true }, {});
    const printed = await run('cat conf/prod.json c2/prod.json; true', 'cat free/out; true');
    expect(printed).not.toContain(SECRET);
    await session.close();
    expect(readFileSync(tree.path('work/free/out'), 'utf8')).not.toContain(SECRET);
  });
});
