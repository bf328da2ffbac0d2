import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDiff } from './edit-diff.ts';
import { unifiedDiff } from './unified-diff.ts';

interface Edit {
  readonly head: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly tail: readonly string[];
}

/** What an operation tells of it, and how often it was asked for the whole texts. */
function outcomeOf({ head, removed, added, tail }: Edit) {
  const asked = { whole: 0 };
  const whole = (middle: readonly string[]) => () => {
    asked.whole += 1;
    return [...head, ...middle, ...tail].join('');
  };
  const changedLines = (context: number) => {
    const lead = head.slice(Math.max(0, head.length - context));
    const trail = tail.slice(0, context);
    const text = (middle: readonly string[]) => [...lead, ...middle, ...trail].join('');
    const startLine = head.length - lead.length + 1;
    return { startLine, before: text(removed), after: text(added), reachesEnd: tail.length <= context };
  };
  return { path: 'f', changedLines, before: whole(removed), after: whole(added), asked };
}

describe('editDiff', () => {
  it('is the diff of the whole texts, wherever equal lines lie', () => {
    const lines = (maxLength: number) => fc.array(fc.constantFrom('a\n', 'b\n'), { maxLength });
    const edit = fc.record({ head: lines(40), removed: lines(4), added: lines(4), tail: lines(40) });
    const rows = fc.record({ length: fc.nat({ max: 60 }), added: lines(3), removed: lines(3) });
    const law = (given: Edit) => {
      const outcome = outcomeOf(given);
      expect(editDiff(outcome)).toBe(unifiedDiff(outcome.before(), outcome.after(), { path: 'f' }));
    };
    fc.assert(fc.property(edit, law), { numRuns: 500 });
    // Many equal lines, among which a change can stand anywhere.
    const same = rows.map(({ length, added, removed }): Edit => {
      return { head: ['a\n'], removed, added, tail: Array.from({ length }, () => 'a\n') };
    });
    fc.assert(fc.property(same, law), { numRuns: 500 });
  });

  it('asks for no more than the lines around the change where they tell', () => {
    const far = Array.from({ length: 100 }, (_, index) => `${index}\n`);
    const outcome = outcomeOf({ head: far, removed: [], added: ['new\n'], tail: far });
    expect(editDiff(outcome)).toContain('@@ -98,6 +98,7 @@\n 97\n 98\n 99\n+new\n 0\n 1\n 2');
    expect(outcome.asked.whole).toBe(0);
  });
});
