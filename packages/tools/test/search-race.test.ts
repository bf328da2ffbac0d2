import { openTree, startSwapper, testRounds } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createSession, type GlobRequest, type GrepRequest, glob, grep } from '../src/index.ts';

const SEARCHES = Math.min(100, testRounds(15));
const GREP: GrepRequest = { pattern: 'secret', result: 'lines', hidden: true, ignoreFiles: 'all' };
const GLOB: GlobRequest = { pattern: '**', kinds: 'both', hidden: true, ignoreFiles: 'all' };

function once<Asked, Made>(make: (asked: Asked) => Made): (asked: Asked) => Made {
  let made: Made | undefined;
  return (asked) => {
    made ??= make(asked);
    return made;
  };
}

describe('a search beside a process that swaps a directory and a link', () => {
  /** Searches while `work/dir` leads outside at times, where the same names are. */
  async function race(search: (workdir: string) => Promise<unknown>): Promise<Set<string>> {
    await using outside = await openTree({ 'sub/file': 'the secret\n', 'sub/other': 'another secret\n' });
    await using tree = await openTree({ 'work/dir/sub/file': 'inside\n', 'work/swap': { link: outside.root } });
    const seen = new Set<string>();
    await using _ = await startSwapper(tree.path('work/dir'), tree.path('work/swap'));
    for (let count = 0; count < SEARCHES; count += 1) {
      seen.add(JSON.stringify(await search(tree.path('work'))));
    }
    return seen;
  }

  it.each(['lines', 'files', 'counts'] as const)(
    'shows no %s of what lies outside',
    { timeout: 120_000 },
    async (result) => {
      const seen = await race(async (workdir) => {
        const { files } = await grep(createSession({ workdir }), { ...GREP, result }, {});
        return files;
      });
      expect([...seen]).toEqual(['[]']);
    },
  );

  it.each([
    ['to sessions of their own', createSession],
    ['to one session, which remembers what directories hold', once(createSession)],
  ])('shows no name that lies outside %s', { timeout: 120_000 }, async (_, sessionFor) => {
    const seen = await race(async (workdir) => {
      const { entries } = await glob(sessionFor({ workdir }), GLOB, {});
      return entries.map(({ path }) => path).filter((path) => path.endsWith('other'));
    });
    expect([...seen]).toEqual(['[]']);
  });
});
