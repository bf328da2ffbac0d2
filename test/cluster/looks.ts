import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { dragoman, textOf } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { codeOf, edit, type Machines, nodeOf, ROUNDS, serverOn } from './machines.ts';

const MOVING_MS = 300 * ROUNDS;

/** Tests that changes of the other machine are seen at the next look, and nothing else is. */
export function describeLooks({ mounts, one, two }: Machines): void {
  it(`see what the other machine wrote in the same second, in ${ROUNDS} rounds`, { timeout: 120_000 }, async () => {
    const path = join(mounts.two, 'same');
    for (let round = 0; round < ROUNDS; round += 1) {
      // Of one length, and at times in place: nothing but the time can tell them apart, which may have whole seconds.
      const text = `round ${String(round).padStart(4, '0')}\n`;
      writeFileSync(`${path}.new`, text);
      if (round % 2 === 0) renameSync(`${path}.new`, path);
      else writeFileSync(path, text);
      expect(textOf(await one.call('view', { path: 'same' }))).toContain(text.trimEnd());
      const result = await one.call(...edit('same', 'round', 'after'));
      expect([result.isError, readFileSync(path, 'utf8')]).toEqual([undefined, text.replace('round', 'after')]);
    }
  });

  it('keep nothing open between calls', async () => {
    mkdirSync(join(mounts.one, 'closed'));
    writeFileSync(join(mounts.one, 'closed/f'), 'text\n');
    await one.call('view', { path: 'closed/f' });
    await one.call('view', { path: 'closed' });
    await one.call('grep', { pattern: 'text', path: 'closed' });
    await one.call(...edit('closed/f', 'text', 'other'));
    const directory = `/proc/${nodeOf(one)}/fd`;
    const open = readdirSync(directory).map((fd) => readlinkSync(join(directory, fd)));
    expect(open.filter((path) => path.startsWith(mounts.one))).toEqual([]);
    expect(open.length).toBeGreaterThan(3);
  });

  it('show nothing from outside while the other machine moves a directory away', { timeout: 240_000 }, async () => {
    mkdirSync(join(mounts.one, 'tree/d'), { recursive: true });
    mkdirSync(join(mounts.one, 'private'));
    mkdirSync(join(mounts.one, 'away'));
    writeFileSync(join(mounts.one, 'tree/d/f'), 'inside\n');
    writeFileSync(join(mounts.one, 'private/f'), 'PRIVATE\n');
    await using confined = await serverOn('machine-four', join(mounts.one, 'tree'));
    const at = (name: string) => join(mounts.two, 'tree', name);
    const answers: string[] = [];
    // On CephFS a server waits for seconds until all clients have given up what they know of a directory.
    const deadline = performance.now() + MOVING_MS;
    for (let round = 0; round < 2 || performance.now() < deadline; round += 1) {
      const reading = [confined.call('view', { path: 'd/f' })];
      const place = round % 2 === 0 ? at('e') : join(mounts.two, 'away/d');
      renameSync(at('d'), place);
      symlinkSync('../private', at('d'));
      reading.push(confined.call('view', { path: 'd/f' }), confined.call(...edit('d/f', 'PRIVATE', 'changed')));
      rmSync(at('d'));
      renameSync(place, at('d'));
      for (const result of await Promise.all(reading)) answers.push(textOf(result));
    }
    console.info(`${answers.length} answers`);
    expect(answers.length).toBeGreaterThanOrEqual(6);
    expect(answers.filter((text) => text.includes('PRIVATE\n') || text.includes('\tPRIVATE'))).toEqual([]);
    expect(readFileSync(join(mounts.one, 'private/f'), 'utf8')).toBe('PRIVATE\n');
  });

  it('are told by doctor how their trees are kept', async () => {
    const { stdout, stderr } = await dragoman(['doctor', '--json'], { cwd: mounts.two });
    const [tree] = (JSON.parse(stdout || stderr) as { readonly trees: readonly object[] }).trees;
    const times = ['same', 'closed/f'].map((name) => statSync(join(mounts.two, name), { bigint: true }).ctimeNs);
    const hasWholeSeconds = times.every((time) => time % 1_000_000_000n === 0n);
    expect(tree).toMatchObject({ root: mounts.two, reach: 'cluster', fault: null, type: expect.any(String) });
    expect((tree as { readonly clockMs: number }).clockMs === 1000).toBe(hasWholeSeconds);
  });

  it('keep their locks out of every answer', async () => {
    await two.call('create_file', { path: 'locked', content: '' });
    expect(readdirSync(mounts.one)).toContain('.dragoman');
    expect(readFileSync(join(mounts.one, '.dragoman/.gitignore'), 'utf8')).toBe('*\n');
    expect(textOf(await one.call('view', { path: '.' }))).not.toContain('.dragoman');
    expect(textOf(await one.call('glob', { pattern: '**/.dragoman/**' }))).not.toContain('locks');
    expect(codeOf(await one.call('view', { path: '.dragoman' }))).toBe('ACCESS_DENIED');
    expect(codeOf(await one.call('create_file', { path: '.dragoman/x', content: '' }))).toBe('ACCESS_DENIED');
  });
}
