import type { GrepOutcome } from '@dragoman/outcomes';
import { describe, expect, it } from 'vitest';
import { grepFacts } from './search-facts.ts';

const outcome: GrepOutcome = {
  ...{ kind: 'grep', result: 'lines', pattern: 'a', root: '/w', folder: '/w/', prefix: '', isFile: false, files: [] },
  ...{ total: 0, offset: 0, remaining: 0, matches: 0, ignored: 0, isCounted: true, incomplete: false, unconfirmed: 0 },
  ...{ unreadable: 0, tooLarge: 0, documents: 0, ignoreFilesSkipped: 0 },
};

describe('grepFacts', () => {
  it('calls a search incomplete whose results could not all be confirmed', () => {
    expect(grepFacts(outcome)).toMatchObject({ incomplete: false });
    expect(grepFacts(outcome)).not.toHaveProperty('unconfirmed');
    expect(grepFacts({ ...outcome, unconfirmed: 2 })).toMatchObject({ incomplete: true, unconfirmed: 2 });
  });
});
