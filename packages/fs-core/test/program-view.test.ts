import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { openMemoryVolume, openTree, type TemporaryTree } from '@dragoman/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LayeredTree, openLocalVolume, type ProgramMounts, type RealPath } from '../src/internal/kernel.ts';
import { type Overlay, overlayOf } from '../src/overlay.ts';

/** Runs a script where the trees are mounted with their layers, in namespaces of its own. */
function mounted(trees: readonly LayeredTree[], isReadOnly: boolean, script: string) {
  const mounts = trees.map(({ root, layers, upper, work }) => {
    const lower = [...(isReadOnly ? [upper] : []), ...[...layers].reverse(), root].join(':');
    const above = isReadOnly ? '' : `,upperdir=${upper},workdir=${work}`;
    return `mount -t overlay overlay -o 'lowerdir=${lower}${above},userxattr' '${root}'`;
  });
  const args = ['--map-root-user', '--mount', 'sh', '-c', [...mounts, script].join(' && ')];
  return spawnSync('unshare', args, { encoding: 'latin1' });
}

const MOUNTS: ProgramMounts = {
  async makeWhiteout(path) {
    execFileSync('mknod', [path, 'c', '0', '0']);
  },
  async list(trees, directories) {
    const { stdout } = mounted(trees, true, `find ${directories.join(' ')} -mindepth 1 -maxdepth 1`);
    return stdout.split('\n').slice(0, -1);
  },
};

async function objection(): Promise<string | null> {
  if (process.platform !== 'linux') return 'overlayfs is of Linux';
  await using tree = await openTree({ 'lower/f': '', 'upper/': null, 'work/': null, 'layer/': null });
  const place = {
    root: tree.path('lower') as RealPath,
    layers: [tree.path('layer')],
    upper: tree.path('upper'),
    work: tree.path('work'),
  };
  const { status, stderr } = mounted([place], false, 'true');
  return status === 0 ? null : `overlayfs cannot be mounted here: ${stderr}`;
}

/** What has just been written may have been written while the program ran. */
function age(path: string): void {
  lutimesSync(path, 1_000_000, 1_000_000);
}

const WHY_NOT = await objection();

describe('the view of an overlay for a program', () => {
  let tree: TemporaryTree;
  let overlay: Overlay;

  beforeEach(async (context) => {
    if (WHY_NOT !== null) context.skip(WHY_NOT);
    tree = await openTree({
      'work/a.txt': 'one\n',
      'work/b.txt': 'two\n',
      'work/src/main.ts': 'main\n',
      'work/src/deep/x.ts': 'x\n',
      'work/old/kept.txt': 'kept\n',
      'work/nested/n.txt': 'n\n',
      'work/.env': 'PASSWORD=x\n',
    });
    for (const name of readdirSync(tree.path('work'), { recursive: true })) age(tree.path(`work/${name}`));
    const below = openLocalVolume({ allow: [tree.path('work'), tree.path('work/nested')], deny: ['**/.env'] });
    overlay = overlayOf(below, { at: tree.path('state') });
    await overlay.prepare();
  });

  afterEach(async () => {
    await overlay?.[Symbol.asyncDispose]();
    await tree?.[Symbol.asyncDispose]();
  });

  const path = (name: string) => tree.path(`work/${name}`);
  const write = (name: string, text: string) => overlay.update(path(name), () => [Buffer.from(text)]);
  const open = async (mounts = MOUNTS) => {
    if (overlay.openView === undefined) throw new TypeError('The overlay has no view for programs');
    return await overlay.openView(mounts);
  };
  /** What the program prints, and why what it changed is not taken. */
  const run = async (script: string, meanwhile: () => unknown = () => {}) => {
    using view = await open();
    const { stdout, stderr } = mounted(view.trees, false, `cd ${path('')} && { ${script}; }`);
    await meanwhile();
    const left = await view.take();
    return [stdout + stderr, ...left.map((each) => `${each.reason} ${each.path.slice(path('').length)}`)];
  };
  const changed = async (): Promise<string[]> => {
    const changes: string[] = [];
    for await (const { path: at, kind } of overlay.changes()) changes.push(`${kind} ${at.slice(path('').length)}`);
    return changes;
  };

  it('has what the overlay has, and gives it what the program changed', async () => {
    await write('a.txt', 'ONE\n');
    await write('new/made.txt', 'made\n');
    await overlay.makeDirectory(path('empty'));
    await overlay.remove(path('b.txt'));
    await overlay.remove(path('old'), { recursive: true });
    expect(await run('cat a.txt new/made.txt; ls; echo more >> a.txt; rm src/main.ts; rmdir empty')).toEqual([
      'ONE\nmade\na.txt\nempty\nnested\nnew\nsrc\n',
    ]);
    expect(await changed()).toEqual([
      'changed a.txt',
      'removed b.txt',
      'created new/made.txt',
      'removed old/kept.txt',
      'removed src/main.ts',
    ]);
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('one\n');
    expect(await run('cat a.txt; ls src')).toEqual(['ONE\nmore\ndeep\n']);
    expect(readdirSync(tree.path('state/scratch'))).toEqual([]);
  });

  it('knows a directory that was made anew from one that was changed', async () => {
    await write('src/added.ts', 'added\n');
    await run('rm -r src && mkdir src && echo new > src/only.ts');
    expect(await changed()).toEqual(['removed src/deep/x.ts', 'removed src/main.ts', 'created src/only.ts']);
    await run('rm -r src && mkdir -p src/deep && echo again > src/deep/x.ts');
    expect(await run('find src -type f; cat src/deep/x.ts')).toEqual(['src/deep/x.ts\nagain\n']);
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect(existsSync(path('src/main.ts'))).toBe(false);
    expect(readFileSync(path('src/deep/x.ts'), 'utf8')).toBe('again\n');
  });

  it('takes a file for a directory, a directory for a file, and a file for a link', async () => {
    symlinkSync('a.txt', path('link'));
    age(path('link'));
    await run(
      'rm a.txt && mkdir a.txt && echo in > a.txt/in; rm -r src && echo file > src; rm link && echo own > link',
    );
    expect(await run('cat a.txt/in src link')).toEqual(['in\nfile\nown\n']);
    await run('rm -r a.txt && echo back > a.txt; rm src && mkdir src');
    expect(await run('cat a.txt; ls -A src')).toEqual(['back\n']);
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect([readFileSync(path('a.txt'), 'utf8'), readdirSync(path('src'))]).toEqual(['back\n', []]);
    expect(lstatSync(path('link')).isFile()).toBe(true);
  });

  it('keeps the mode of a file that a program made, and of one whose content it changed', async () => {
    await run('echo hi > go.sh; chmod 750 go.sh; echo 2 > b.txt; chmod 600 b.txt; cat a.txt > same; cp same a.txt');
    expect((await overlay.commit()).conflicts).toEqual([]);
    expect([statSync(path('go.sh')).mode & 0o777, statSync(path('b.txt')).mode & 0o777]).toEqual([0o750, 0o600]);
    expect(await changed()).toEqual([]);
  });

  it('tells what it cannot take: links, modes alone, denied names', async () => {
    const script =
      'ln -s a.txt link; chmod 600 b.txt; echo y > y; mkdir made; echo x > made/.env; mkfifo fifo; rm -r .env';
    expect(await run(script)).toEqual(['', 'denied .env', 'mode b.txt', 'kind fifo', 'kind link', 'denied made/.env']);
    expect(await changed()).toEqual(['created made', 'created y']);
  });

  it('leaves what a tool or a person changed meanwhile', async () => {
    const script = 'for f in a.txt b.txt c.txt; do echo program > $f; done; rm -r src old';
    const left = await run(script, async () => {
      await write('a.txt', 'tool\n');
      await write('src/main.ts', 'tool\n');
      writeFileSync(path('b.txt'), 'person\n');
      writeFileSync(path('old/kept.txt'), 'person\n');
    });
    expect(left.slice(1).sort()).toEqual(
      ['a.txt', 'b.txt', 'old/kept.txt', 'src/main.ts'].map((each) => `changed ${each}`),
    );
    expect(await run('cat a.txt b.txt c.txt src/main.ts old/kept.txt')).toEqual([
      'tool\nperson\nprogram\ntool\nperson\n',
    ]);
  });

  it('removes no directory that holds something denied', async () => {
    writeFileSync(path('src/.env'), 'PASSWORD=x\n');
    expect(await run('rm -r src')).toEqual(['', 'denied src']);
    expect(await changed()).toEqual([]);
  });

  it('takes no name that is not UTF-8, which no change of a volume can have', async () => {
    writeFileSync(Buffer.from(`${path('n')}\xe4me`, 'latin1'), 'old\n');
    const removed = String.raw`rm "$(printf 'n\344me')"; echo x > "$(printf 'made\344')"`;
    expect(await run(removed)).toEqual(['', 'name made\udce4', 'name n\udce4me']);
    expect(await run(String.raw`rm -r src; mkdir src; echo x > "src/$(printf 'made\344')"`)).toHaveLength(2);
    expect(await changed()).toEqual(['removed src/deep/x.ts', 'removed src/main.ts']);
  });

  it('never removes a tree that lies in another', async () => {
    expect(await run('rm -r nested')).toEqual(['', 'denied nested']);
    expect(await run('rm nested/n.txt; cd nested && echo m > m.txt')).toEqual(['']);
    expect(await changed()).toEqual(['created nested/m.txt', 'removed nested/n.txt']);
  });

  it('leaves nothing of it, whatever modes a program gave', async () => {
    await run('mkdir -p shut/in; echo x > shut/in/f; chmod 000 shut/in/f shut/in shut');
    expect(await changed()).toEqual(['created shut/in/f']);
    expect(readdirSync(tree.path('state/scratch'))).toEqual([]);
  });

  it('takes nothing where not all can be taken', async () => {
    const list = () => Promise.reject(new Error('no list'));
    using view = await open({ ...MOUNTS, list });
    mounted(view.trees, false, `cd ${path('')} && echo new > a.txt && rm -r src && mkdir src`);
    const before = readdirSync(tree.path('state/contents'));
    await expect(view.take()).rejects.toThrow('no list');
    expect([await changed(), readdirSync(tree.path('state/contents'))]).toEqual([[], before]);
  });

  it('is not there over a volume that no program sees', async () => {
    await using above = overlayOf(openMemoryVolume('/virtual').volume, { at: tree.path('other') });
    expect(above.openView).toBeUndefined();
  });
});
