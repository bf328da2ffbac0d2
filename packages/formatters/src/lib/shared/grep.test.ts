import type { GrepOutcome } from '@dragoman/outcomes';
import { describe, expect, it } from 'vitest';
import { foundLines } from './grep.ts';

const STYLE = { paths: 'relative', numbers: true, context: false } as const;

function outcomeOf(names: readonly string[]): GrepOutcome {
  return {
    ...{
      kind: 'grep',
      isFile: false,
      result: 'files',
      pattern: 'x',
      root: '/w',
      prefix: '',
      folder: '/w/',
      isCounted: true,
    },
    files: names.map((path) => ({ path, count: 1, lines: [] })),
    ...{ total: names.length, offset: 0, remaining: 0, matches: names.length },
    ignored: 0,
    ...{ unreadable: 0, ignoreFilesSkipped: 0, tooLarge: 0, documents: 0, incomplete: false, unconfirmed: 0 },
  };
}

describe('foundLines', () => {
  it('shows all that fits into the limit, to the byte, and else as many results as fit with the note', () => {
    const names = ['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30)];
    const shown = (bytes: number) =>
      foundLines(outcomeOf(names), { limit: { bytes } }, STYLE).content.map(
        (block) => block.type === 'text' && block.text,
      );
    const whole = names.join('\n');
    expect(shown(whole.length)).toEqual([whole]);
    const one = `${names[0]}\n2 more. Use offset=1 to see them.`;
    for (const bytes of [one.length, whole.length - 1]) expect(shown(bytes)).toEqual([one]);
  });

  it('says that matches could not be confirmed, and never that there are none', () => {
    const outcome = { ...outcomeOf([]), total: 2, unconfirmed: 2 };
    const { content, outcome: facts } = foundLines(outcome, { limit: { bytes: 1000 } }, STYLE);
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^Incomplete: 2 matching files changed/) }]);
    expect(facts).toMatchObject({ incomplete: true, unconfirmed: 2 });
  });

  it.each([
    [1, 'No more results: there is 1'],
    [2, 'No more results: there are 2'],
    [0, 'No matches found'],
  ])('tells an offset behind the last of %j results from a search without any', (total, text) => {
    const outcome = { ...outcomeOf([]), total, offset: 2 };
    expect(foundLines(outcome, { limit: { bytes: 1000 } }, STYLE).content).toEqual([{ type: 'text', text }]);
  });
});
