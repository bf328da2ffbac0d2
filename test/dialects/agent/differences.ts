import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAs, openTree, type ServedDialect, serve } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { type Official, type OfficialAnswer, startOfficial } from './official.ts';

interface Both {
  readonly ours: ServedDialect;
  readonly theirs: Official;
  readonly roots: { readonly ours: string; readonly theirs: string };
  /** Answers of both, roots left out. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<readonly [OfficialAnswer, OfficialAnswer]>;
}

type Files = Readonly<Record<string, string | Buffer>>;

/** Shows both tool sets, over trees with the same files, to a test. */
async function compare(files: Files, test: (both: Both) => Promise<void>): Promise<void> {
  const twice = Object.entries(files).flatMap(([name, content]) => [
    [`ours/${name}`, content],
    [`theirs/${name}`, content],
  ]);
  await using tree = await openTree({ ours: null, theirs: null, ...Object.fromEntries(twice) });
  const roots = { ours: tree.path('ours'), theirs: tree.path('theirs') };
  await using theirs = await startOfficial(roots.theirs);
  await using ours = await serve('agent', tree, { args: ['--workdir', roots.ours, '--shell', 'unrestricted'] });
  const without = ({ text, isError }: OfficialAnswer, root: string) => ({
    text: text.replaceAll(root, 'ROOT'),
    isError,
  });
  await test({
    ours,
    theirs,
    roots,
    call: async (tool, args) => [
      without(await ours.call(tool, args), roots.ours),
      without(await theirs.call(tool, args), roots.theirs),
    ],
  });
}

const good = (text: string) => ({ text, isError: false });
const bad = (text: string) => ({ text, isError: true });

/** Differences from the tools of the SDK, by the names that the page gives. */
export const DIFFERENCES: Readonly<Record<string, readonly [files: Files, test: (both: Both) => Promise<void>]>> = {
  encoding: [
    { f: encodeAs('日本\n', 'shift_jis'), bom: Buffer.from('\ufeffx', 'utf8') },
    async ({ call, roots }) => {
      const [own, other] = await call('read', { file_path: 'f' });
      expect(own).toEqual(good('日本\n'));
      expect(other.text).toContain('\ufffd');
      await call('edit', { file_path: 'f', old_string: '\n', new_string: '!\n' });
      expect(readFileSync(join(roots.ours, 'f'))).toEqual(encodeAs('日本!\n', 'shift_jis'));
      expect(readFileSync(join(roots.theirs, 'f'), 'utf8')).toContain('\ufffd');
      expect(await call('read', { file_path: 'bom' })).toEqual([good('x'), good('\ufeffx')]);
    },
  ],
  binary: [
    { f: Buffer.from([0, 1, 255]) },
    async ({ call }) => {
      const [own, other] = await call('read', { file_path: 'f' });
      expect([own.isError, other.isError]).toEqual([true, false]);
    },
  ],
  eol: [
    { f: 'a\r\nb\r\n' },
    async ({ call, roots }) => {
      const edit = { file_path: 'f', old_string: 'a\nb', new_string: 'x\ny' };
      expect(await call('edit', edit)).toEqual([
        good('edited f (1 replacement(s))'),
        bad('edit: old_string not found in f'),
      ]);
      expect(readFileSync(join(roots.ours, 'f'), 'utf8')).toBe('x\r\ny\r\n');
      expect(await call('grep', { pattern: '[xa]' })).toEqual([good('ROOT/f:1:x\n'), good('ROOT/f:1:a\r\n')]);
      expect(await call('grep', { pattern: '[ya]$' })).toEqual([good('ROOT/f:2:y\n'), good('no matches')]);
    },
  ],
  mode: [
    {},
    async ({ call, roots }) => {
      await call('write', { file_path: 'd/f', content: '' });
      const modes = (root: string) => ['d', 'd/f'].map((name) => statSync(join(root, name)).mode & 0o777);
      expect([modes(roots.ours), modes(roots.theirs)]).toEqual([
        [0o755, 0o644],
        [0o700, 0o600],
      ]);
    },
  ],
  guard: [
    { '.git/config': 'x' },
    async ({ call }) => {
      const [own, other] = await call('write', { file_path: '.git/config', content: 'y' });
      expect([own.isError, other.isError]).toEqual([true, false]);
    },
  ],
  links: [
    { f: 'x' },
    async ({ call, roots }) => {
      for (const root of Object.values(roots)) symlinkSync('f', join(root, 'g'));
      expect(await call('glob', { pattern: 'g' })).toEqual([good('ROOT/g'), good('no matches')]);
    },
  ],
  missing: [
    {},
    async ({ call }) => {
      expect(await call('glob', { pattern: '*', path: 'gone' })).toEqual([
        bad('glob: gone: no such file or directory'),
        good('no matches'),
      ]);
      const [own, other] = await call('grep', { pattern: 'x', path: 'gone' });
      expect(own).toEqual(bad('grep: gone: no such file or directory'));
      expect(other.text).toMatch(/^grep: rg failed: rg: ROOT\/gone: /);
    },
  ],
  regex: [
    {},
    async ({ call }) => {
      const [own, other] = await call('grep', { pattern: '(' });
      expect(own).toEqual(bad('grep: rg failed: unclosed group'));
      expect(other.text).toMatch(/^grep: rg failed: rg: regex parse error:\n[\s\S]*error: unclosed group/);
    },
  ],
  order: [
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at % 7}/f${at}`, 'x\n'])),
    async ({ call }) => {
      const [own, other] = await call('grep', { pattern: 'x' });
      const pathsIn = ({ text }: OfficialAnswer) => text.match(/^[^:]+/gm) ?? [];
      expect(pathsIn(own)).toEqual(pathsIn(own).toSorted());
      expect(pathsIn(other).toSorted()).toEqual(pathsIn(own));
      expect(await call('read', { file_path: '../x', view_range: [1] })).toEqual([
        bad('read: view_range must be [start_line, end_line]'),
        bad('path "../x" is outside the session\'s working directory'),
      ]);
    },
  ],
  more: [
    Object.fromEntries(Array.from({ length: 203 }, (_, at) => [`f${at}`, ''])),
    async ({ call }) => {
      const [own, other] = await call('glob', { pattern: '*' });
      expect([own.text.split('\n').length, other.text.split('\n').length]).toEqual([201, 200]);
    },
  ],
  size: [
    { f: `${'x'.repeat(300 * 1024)}\nend\n` },
    async ({ call }) => {
      const [own, other] = await call('read', { file_path: 'f' });
      expect(own.text).toMatch(
        /^x+\n\[The rest of this line is left out: it is over the response size limit by itself\.\]$/,
      );
      expect(other.text).toMatch(/^read: f is \d+ bytes, exceeds 262144-byte limit\./);
      expect(await call('edit', { file_path: 'f', old_string: 'end', new_string: 'End' })).toMatchObject([
        good('edited f (1 replacement(s))'),
        { isError: true },
      ]);
    },
  ],
  state: [
    {},
    async ({ call }) => {
      await call('bash', { command: 'VARIABLE=x; export VARIABLE' });
      expect(await call('bash', { command: 'echo "[$VARIABLE]"' })).toEqual([good('[]'), good('[x]')]);
    },
  ],
  exit: [
    {},
    async ({ call }) => {
      expect(await call('bash', { command: 'echo a; exit 3' })).toEqual([
        bad('a'),
        bad('bash: bash session terminated'),
      ]);
      expect(await call('bash', { command: 'exit 3' })).toEqual([bad('exit 3'), bad('bash: bash session terminated')]);
    },
  ],
  timeout: [
    {},
    async ({ call }) => {
      const ended = 'bash: bash command timed out after 1000ms';
      expect(await call('bash', { command: 'echo a; sleep 60', timeout_ms: 1000 })).toEqual([
        bad(`${ended}\na`),
        bad(ended),
      ]);
    },
  ],
  output: [
    {},
    async ({ call }) => {
      const [own, other] = await call('bash', { command: 'seq 1 50000' });
      expect(own.text).toMatch(/^1\n2\n3\n/);
      expect(other.text).toMatch(/^\[output truncated\]\n[\s\S]*\n50000$/);
    },
  ],
  race: [
    { f: '0\n' },
    async ({ call, roots }) => {
      const edits = Array.from({ length: 30 }, (_, at) =>
        call('edit', { file_path: 'f', old_string: '\n', new_string: `,${at}\n` }),
      );
      for (const [own] of await Promise.all(edits)) expect(own.isError).toBe(false);
      expect(readFileSync(join(roots.ours, 'f'), 'utf8').split(',')).toHaveLength(31);
      expect(readFileSync(join(roots.theirs, 'f'), 'utf8').split(',').length).toBeLessThan(31);
    },
  ],
};

/** States them, with the tools of the SDK started for each of them. */
export function differencesSuite(differences: typeof DIFFERENCES): void {
  it.each(Object.entries(differences))('%s', (_, [files, test]) => compare(files, test));

  it('has a row of the page for each of them', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/agent-toolset.md'), 'utf8');
    expect([...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(DIFFERENCES));
  });
}
