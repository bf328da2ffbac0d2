import {
  lstatSync,
  lutimesSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import { type Overlay, overlayOf } from '@dragoman/fs-core/overlay';
import { installPackage, openTree, serve, type TemporaryTree, testRounds } from '@dragoman/testing';
import { createSession, runCommand, type Session } from '@dragoman/tools';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PACKAGES } from './lib/packages.ts';

// The bubblewrap of Debian 12 has no overlay mounts; that in the package of Codex has.
const modules = await installPackage(PACKAGES.codex).catch((error: unknown) => {
  console.warn(`Commands in an overlay are left out, since bubblewrap cannot be installed: ${error}`);
  return '';
});
const machine = arch() === 'arm64' ? 'aarch64' : 'x86_64';
const programs = join(modules, '@openai/codex/vendor', `${machine}-unknown-linux-musl`, 'codex-resources');
const environment = { ...process.env, PATH: `${programs}:${process.env.PATH}` };

describe.skipIf(modules === '' || process.platform !== 'linux')('a sandboxed command in an overlay', () => {
  let tree: TemporaryTree;
  let overlay: Overlay;
  let session: Session;

  beforeEach(async () => {
    tree = await openTree({
      'work/a.txt': 'one\n',
      'work/b.txt': 'two\n',
      'work/src/main.ts': 'main\n',
      'work/src/deep/x.ts': 'x\n',
      'work/old/kept.txt': 'kept\n',
      'work/.env': 'PASSWORD=x\n',
    });
    age(tree);
    const below = openLocalVolume({ allow: [tree.path('work')], deny: ['**/.env'] });
    overlay = overlayOf(below, { at: tree.path('state') });
    const shell = { mode: 'sandboxed', timeoutMs: 60_000, environment } as const;
    session = createSession({ workdir: tree.path('work'), volume: overlay, shell });
    await session.prepare();
  });

  afterEach(async () => {
    await session.close();
    await overlay[Symbol.asyncDispose]();
    await tree[Symbol.asyncDispose]();
  });

  const run = async (command: string) => {
    const outcome = await runCommand(session, { command }, {});
    if (outcome.kind !== 'command') throw new TypeError(`The command is a ${outcome.kind}`);
    return outcome;
  };
  const said = async (command: string): Promise<string> => {
    const { stdout, stderr } = await run(command);
    return stdout.text + stderr.text;
  };
  const path = (name: string) => tree.path(`work/${name}`);
  const write = (name: string, text: string) => overlay.update(path(name), () => [Buffer.from(text)]);
  const changed = async (): Promise<string[]> => {
    const changes: string[] = [];
    for await (const { path: at, kind } of overlay.changes()) changes.push(`${kind} ${at.slice(path('').length)}`);
    return changes;
  };
  const onDisk = () => ['a.txt', 'b.txt', 'src/main.ts'].map((name) => readFileSync(path(name), 'utf8'));

  it('sees what tools have changed, and tools see what it changes; the trees stay', async () => {
    await write('a.txt', 'ONE\n');
    await write('new/made.txt', 'made\n');
    await overlay.remove(path('b.txt'));
    await overlay.remove(path('old'), { recursive: true });
    expect(await said('cat a.txt new/made.txt; ls')).toBe('ONE\nmade\na.txt\nnew\nsrc\n');
    expect(await said('echo more >> a.txt; rm src/main.ts; mkdir -p x/y; echo z > x/y/z; echo b > b.txt')).toBe('');
    expect(await changed()).toEqual([
      'changed a.txt',
      'changed b.txt',
      'created new/made.txt',
      'removed old/kept.txt',
      'removed src/main.ts',
      'created x/y/z',
    ]);
    expect(onDisk()).toEqual(['one\n', 'two\n', 'main\n']);
    expect(await said('cat a.txt b.txt x/y/z; ls src')).toBe('ONE\nmore\nb\nz\ndeep\n');
  });

  it('commits what commands did, with the modes of new files', async () => {
    await run('printf "#!/bin/sh\\necho hi\\n" > go.sh; chmod 755 go.sh; rm -r src; echo now > old/kept.txt');
    expect(await said('./go.sh')).toBe('hi\n');
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect(statSync(path('go.sh')).mode & 0o777).toBe(0o755);
    expect(readFileSync(path('old/kept.txt'), 'utf8')).toBe('now\n');
    expect(lstatSync(path('src'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('takes a directory for what it is after it was made anew', async () => {
    await write('src/added.ts', 'added\n');
    await run('rm -r src && mkdir src && echo new > src/only.ts');
    expect(await said('find src -type f')).toBe('src/only.ts\n');
    expect(await changed()).toEqual(['removed src/deep/x.ts', 'removed src/main.ts', 'created src/only.ts']);
    // And once more over what the overlay then has.
    await run('rm -r src && mkdir -p src/deep && echo again > src/deep/x.ts');
    expect(await said('find src -type f; cat src/deep/x.ts')).toBe('src/deep/x.ts\nagain\n');
  });

  it('exchanges files and directories', async () => {
    await run('rm a.txt && mkdir a.txt && echo in > a.txt/in; rm -r src && echo file > src');
    expect(await said('cat a.txt/in src')).toBe('in\nfile\n');
    await run('rm -r a.txt && echo back > a.txt; rm src && mkdir src');
    expect(await said('cat a.txt; ls -A src')).toBe('back\n');
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('back\n');
  });

  it('moves', async () => {
    await run("mv src moved; mv b.txt 'with space'");
    expect(await said('cat moved/main.ts "with space"; test -e src || echo gone')).toBe('main\ntwo\ngone\n');
    expect(await changed()).toContain('created moved/deep/x.ts');
  });

  it('reads no denied file, and keeps none that it makes at a denied name', async () => {
    expect(await said('cat .env')).not.toContain('PASSWORD');
    const { notKept } = await run('echo mine > src/.env; echo ok > ok.txt');
    expect(notKept).toEqual({ paths: [{ path: path('src/.env'), reason: 'denied' }], more: 0 });
    expect(await changed()).toEqual(['created ok.txt']);
  });

  it('says what cannot be kept: links, a mode alone', async () => {
    const { stderr, notKept } = await run('ln -s a.txt link; chmod 600 b.txt; echo y > y');
    expect(stderr.text).toBe('');
    const lost = [
      { path: path('b.txt'), reason: 'mode' },
      { path: path('link'), reason: 'kind' },
    ];
    expect(notKept).toEqual({ paths: lost, more: 0 });
    expect(await changed()).toEqual(['created y']);
  });

  it('leaves what a tool or a person changed meanwhile as they have it, and says so', async () => {
    // Not below /tmp, of which a sandbox has its own.
    await using gate = await openTree({}, mkdtempSync('/var/tmp/dragoman-gate-'));
    const open = gate.path('open');
    const change = 'for f in a.txt b.txt c.txt; do echo command > $f; done; rm -r src old; echo done';
    const running = run(`until [ -e ${open} ]; do sleep 0.02; done; ${change}`);
    await write('a.txt', 'tool\n');
    await write('src/main.ts', 'tool\n');
    writeFileSync(path('b.txt'), 'person\n');
    writeFileSync(path('old/kept.txt'), 'person\n');
    writeFileSync(open, '');
    const { notKept } = await running;
    const lost = ['a.txt', 'b.txt', 'src/main.ts', 'old/kept.txt'].map((name) => ({
      path: path(name),
      reason: 'changed',
    }));
    expect(notKept).toMatchObject({ paths: expect.arrayContaining(lost) });
    expect(await said('cat a.txt b.txt c.txt src/main.ts old/kept.txt')).toBe('tool\nperson\ncommand\ntool\nperson\n');
  });

  it('ends what it leaves in the background', async () => {
    const { backgroundPids } = await run('(while :; do echo x >> grows; done) & setsid sleep 1000 & echo y > z');
    expect(backgroundPids).toEqual([]);
    expect(await changed()).toContain('created z');
  });

  it('keeps what it changed before its time was over', async () => {
    await expect(
      runCommand(session, { command: 'echo a > early; sleep 1000', timeoutMs: 2000 }, {}),
    ).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(await said('cat early')).toBe('a\n');
  });

  it('starts in a directory that only the overlay has, and ends in one', async () => {
    await overlay.makeDirectory(path('mine'));
    expect(await said('cd mine && pwd')).toBe(`${path('mine')}\n`);
    expect(session.cwd).toBe(path('mine'));
    expect(await said('pwd')).toBe(`${path('mine')}\n`);
  });

  it('changes nothing through links that lead out of the trees', async () => {
    await using outside = await openTree({ f: 'theirs\n' });
    symlinkSync(outside.path('f'), path('leak'));
    await run('echo mine > leak');
    expect(readFileSync(outside.path('f'), 'utf8')).toBe('theirs\n');
  });

  it('leaves nothing behind, whatever modes it gave', async () => {
    await run('mkdir -p shut/in; echo x > shut/in/f; chmod 000 shut/in/f shut/in shut');
    expect(await changed()).toContain('created shut/in/f');
    expect(readdirSync(tree.path('state/scratch'))).toEqual([]);
  });

  it('does what it would do in a plain tree', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const at = fc.oneof(
      name,
      fc.tuple(name, name).map((names) => names.join('/')),
    );
    const step = fc.oneof(
      fc.record({ by: fc.constantFrom('tool', 'command'), does: fc.constantFrom('write', 'remove'), at }),
      fc.record({ by: fc.constantFrom('command'), does: fc.constantFrom('append', 'mkdir', 'anew'), at }),
      fc.record({ by: fc.constantFrom('command'), does: fc.constantFrom('move'), at, to: at }),
    );
    const planted = fc.dictionary(at, fc.constantFrom('1\n', '22\n'), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(planted, fc.array(step, { minLength: 1, maxLength: 6 }), async (given, steps) => {
        const files = plantable(given);
        await using plain = await openTree(files);
        await using laid = await openTree(files);
        age(laid);
        await using state = await openTree();
        const below = openLocalVolume({ allow: [laid.root] });
        await using over = overlayOf(below, { at: state.path('overlay') });
        const shell = { mode: 'sandboxed', timeoutMs: 60_000, environment } as const;
        const inOverlay = createSession({ workdir: laid.root, volume: over, shell });
        const directly = createSession({ workdir: plain.root, shell: { ...shell, mode: 'unrestricted' } });
        for (const each of steps) await Promise.all([take(inOverlay, each), take(directly, each)]);
        const seen = [inOverlay, directly].map((one) => runCommand(one, { command: SHOW_ALL }, {}));
        const [shown, expected] = await Promise.all(seen);
        expect(shown).toMatchObject({ stdout: Object(expected).stdout });
        expect((await over.commit()).conflicts).toEqual([]);
        await inOverlay.close();
        await directly.close();
        expect(contentsOf(laid)).toEqual(contentsOf(plain));
      }),
      { numRuns: testRounds(15) },
    );
  });
});

/** What has just been written may have been written while the program ran. */
function age({ root }: TemporaryTree): void {
  for (const name of readdirSync(root, { recursive: true }))
    lutimesSync(join(root, String(name)), 1_000_000, 1_000_000);
}

const SHOW_ALL = 'find . -type f -print -exec cat {} \\; -o -type d -print | LC_ALL=C sort';

interface Step {
  readonly by: string;
  readonly does: string;
  readonly at: string;
  readonly to?: string;
}

/** Takes a step, in the overlay as in the plain tree; whether it can be taken is the same in both. */
async function take(session: Session, { by, does, at, to = '' }: Step): Promise<void> {
  if (by === 'command') await runCommand(session, { command: COMMANDS[does]?.(at, to) ?? 'false' }, {});
  else {
    const path = session.resolve(at);
    const change =
      does === 'write'
        ? session.volume.update(path, () => [Buffer.from('tool\n')])
        : session.volume.remove(path, { recursive: true });
    await change.catch((error: unknown) => expect(error).toHaveProperty('code'));
  }
}

const COMMANDS: Readonly<Record<string, (at: string, to: string) => string>> = {
  write: (at) => `mkdir -p $(dirname ${at}); echo command > ${at}`,
  append: (at) => `echo more >> ${at}`,
  remove: (at) => `rm -rf ${at}`,
  mkdir: (at) => `mkdir -p ${at}`,
  anew: (at) => `rm -rf ${at}; mkdir -p ${at}; echo anew > ${at}/a`,
  move: (at, to) => `mv -T ${at} ${to}`,
};

/** A file cannot lie in another. */
function plantable(given: Readonly<Record<string, string>>): Record<string, string> {
  const paths = Object.keys(given);
  const files = Object.entries(given).filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`)));
  return Object.fromEntries(files);
}

function contentsOf({ root }: TemporaryTree): Record<string, string> {
  const paths = readdirSync(root, { recursive: true }).map(String).sort();
  const contentOf = (path: string) => (statSync(path).isFile() ? readFileSync(path, 'utf8') : '/');
  return Object.fromEntries(paths.map((path) => [path, contentOf(join(root, path))]));
}

describe('dragoman-mcp with --overlay --shell sandboxed', () => {
  it.skipIf(modules === '')('runs commands over the overlay', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using state = await openTree();
    const env = { ...environment, XDG_STATE_HOME: state.root };
    await using server = await serve('claude-code', tree, {
      args: ['--overlay', '--shell', 'sandboxed', tree.root],
      env,
    });
    const { text } = await server.call('Bash', { command: 'echo two >> a.txt; cat a.txt' });
    expect(text).toContain('one\ntwo');
    expect(readFileSync(tree.path('a.txt'), 'utf8')).toBe('one\n');
  });
});
