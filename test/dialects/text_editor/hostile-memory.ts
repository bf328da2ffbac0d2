import {
  DENY,
  type HostileCase,
  openHostileTree,
  openTree,
  SECRET,
  SECRETS,
  serve,
  UNWRITABLE_PATHS,
} from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const EDIT = { old_str: SECRET.slice(0, 7), new_str: 'mine', file_text: 'mine', insert_line: 0, insert_text: 'mine' };

/** Calls of each command of `memory` for one path. */
const CALLS = [
  ...['view', 'create', 'str_replace', 'insert'].map((command) => (path: string) => ({ command, path, ...EDIT })),
  (path: string) => ({ command: 'rename', old_path: path, new_path: '/memories/plain' }),
  (path: string) => ({ command: 'rename', old_path: '/memories/plain', new_path: path }),
] as const;

const deny = DENY.map((glob) => `--deny=${glob}`);

/** Relative paths as paths of the memory, and others as they are. */
const spelled = (path: string) => (path.startsWith('/') ? [path, `/memories${path}`] : [`/memories/${path}`]);

/** States that the memory shows and changes nothing that is denied, by each of the paths. */
export function hostileMemorySuite(cases: readonly HostileCase[]): void {
  describe('the memory in a hostile tree', () => {
    it(`shows nothing and changes nothing that is denied, by ${cases.length} paths`, {
      timeout: 300_000,
    }, async () => {
      await using tree = await openHostileTree();
      await using elsewhere = await openTree();
      await using server = await serve('text_editor', elsewhere, { args: ['--memory-dir', tree.root, ...deny] });
      const before = tree.guarded();
      for (const argumentsFor of CALLS) {
        for (const { path, answer } of cases) {
          for (const given of spelled(path)) {
            const args = argumentsFor(given);
            const result = await server.call('memory', args);
            const said = JSON.stringify(result);
            for (const secret of SECRETS)
              expect({ args, said }).not.toMatchObject({ said: expect.stringContaining(secret) });
            const isDenied = answer === 'ACCESS_DENIED' && !path.startsWith('/') && args.command !== 'rename';
            if (isDenied || !given.startsWith('/memories')) {
              expect({ args, code: result.error.code }).toEqual({ args, code: 'ACCESS_DENIED' });
            }
          }
        }
      }
      expect(tree.guarded()).toBe(before);
    });

    it('writes to no place that is for reading only, and deletes nothing there', async () => {
      await using tree = await openHostileTree();
      await using elsewhere = await openTree();
      await using server = await serve('text_editor', elsewhere, { args: ['--memory-dir', tree.root, ...deny] });
      const before = tree.guarded();
      for (const path of UNWRITABLE_PATHS) {
        const calls = CALLS.slice(1).map((argumentsFor) => argumentsFor(`/memories/${path}`));
        for (const args of [...calls, { command: 'delete', path: `/memories/${path}` }]) {
          // What is below a link is gone with its name: the link itself is nobody's secret.
          if (args.command === 'delete' && path === 'to-git') continue;
          const { error } = await server.call('memory', args);
          const codes =
            args.command === 'rename' || args.command === 'delete'
              ? ['ACCESS_DENIED', 'NOT_FOUND', 'INVALID_ARGUMENT']
              : ['ACCESS_DENIED'];
          expect({ args, isRefused: codes.includes(String(error.code)), code: error.code }).toMatchObject({
            args,
            isRefused: true,
          });
        }
      }
      expect(tree.guarded()).toBe(before);
    });

    it('deletes names, and nothing that is denied or lies elsewhere', { timeout: 300_000 }, async () => {
      for (const { path } of cases) {
        if (path.startsWith('/')) continue;
        await using tree = await openHostileTree();
        await using elsewhere = await openTree();
        await using server = await serve('text_editor', elsewhere, { args: ['--memory-dir', tree.root, ...deny] });
        const before = tree.guarded();
        await server.call('memory', { command: 'delete', path: `/memories/${path}` });
        expect([path, tree.guarded()]).toEqual([path, before]);
      }
    });
  });
}
