import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { createSession } from '../../create-session.ts';
import { grep } from './grep.ts';
import type { GrepRequest } from './grep-outcome.ts';

const REQUEST = { pattern: 'ab+', result: 'lines', hidden: false, ignoreFiles: 'none' } as const;

/** Each line with the parts of it that are matches. */
async function located(request: Partial<GrepRequest>, locatesMatches?: boolean) {
  await using tree = await openTree({ f: 'ab xx abbb\nnone\nAB', g: 'ab' });
  await using session = createSession({ workdir: tree.root });
  const call = { signal: undefined, ...(locatesMatches !== undefined && { locatesMatches }) };
  const { files } = await grep(session, { ...REQUEST, ...request }, call);
  return files.map(({ path, lines }) => [
    path,
    ...lines.map(({ text, spans }) => spans?.map(({ start, end }) => text.slice(start, end)) ?? text),
  ]);
}

it('tells where in each line the matches are, if that is asked for', async () => {
  expect(await located({}, true)).toEqual([
    ['f', ['ab', 'abbb']],
    ['g', ['ab']],
  ]);
  expect(await located({ ignoreCase: true, path: 'f' }, true)).toEqual([['f', ['ab', 'abbb'], ['AB']]]);
});

it('tells nothing of that of lines around matches', async () => {
  expect(await located({ path: 'f', after: 1 }, true)).toEqual([['f', ['ab', 'abbb'], 'none']]);
});

it('tells of parts that match that they match as a whole', async () => {
  expect(await located({ onlyMatching: true, path: 'f' }, true)).toEqual([['f', ['ab'], ['abbb']]]);
});

it('is not done for who does not ask, nor where no lines are shown', async () => {
  expect(await located({})).toEqual([
    ['f', 'ab xx abbb'],
    ['g', 'ab'],
  ]);
  expect(await located({}, false)).toEqual(await located({}));
  expect(await located({ result: 'files' }, true)).toEqual([['f'], ['g']]);
});
