import type { ReplaceTextOutcome } from '@dragoman/outcomes';
import { describe, expect, it } from 'vitest';
import { replacedText } from './edit.ts';

const changed = (text: string, startLine = 1): Pick<ReplaceTextOutcome, 'changedLines'> => ({
  changedLines: () => ({ startLine, text }),
});

const differingLines = () => ({ startLine: 3, lead: '', removed: 'old\n', added: 'new\n', trail: '' });

const outcome: ReplaceTextOutcome = {
  ...{ kind: 'edit', path: 'f', realPath: '/f', created: false, bytesWritten: 1, version: 'sha256:0' },
  ...{ brokeHardLink: false, notKept: [], synced: true, dryRun: false },
  ...{ replacements: 1, differingLines, ...changed(''), firstLine: 1, firstLineCount: 1 },
};

function shown(rest: Partial<ReplaceTextOutcome>, isAll = false): string {
  const [block] = replacedText(isAll, { ...outcome, ...rest }, { limit: { bytes: 100_000 } }).content;
  return block?.type === 'text' ? block.text : '';
}

describe('replacedText', () => {
  it('shows four lines around the change', () => {
    const after = Array.from({ length: 12 }, (_, index) => `${index + 2}\n`).join('');
    expect(shown({ ...changed(after, 2), firstLine: 6 })).toBe(
      `Replaced 1 occurrence in f\n\n${[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `${`${n}`.padStart(6)}\t${n}`).join('\n')}`,
    );
  });

  it('says that nothing is left', () => {
    expect(shown({ ...changed(''), firstLineCount: 0 })).toBe('Replaced 1 occurrence in f\n\n(empty file)');
  });

  it('cuts lines by their characters, and never between the halves of one', () => {
    const cut = shown(changed(`${'😀'.repeat(2001)}\n`));
    expect(cut).toBe(`Replaced 1 occurrence in f\n\n     1\t${'😀'.repeat(2000)}... [truncated, 2001 chars total]`);
    expect(shown(changed('😀'.repeat(2000)))).toBe(`Replaced 1 occurrence in f\n\n     1\t${'😀'.repeat(2000)}`);
  });

  it('names the count alone where all were replaced, and says what a dry run would have done', () => {
    expect(shown({ replacements: 3, dryRun: true }, true)).toBe('[Dry Run] Would replace 3 occurrences in f');
  });

  it('shows a person a diff in place of lines, for one place or for all', () => {
    for (const isAll of [false, true]) {
      const [block] = replacedText(isAll, outcome, { limit: { bytes: 100_000 }, display: {} }).content;
      expect(block).toMatchObject({ text: 'Replaced 1 occurrence in f\n--- f\n+++ f\n@@ -3 +3 @@\n-old\n+new' });
    }
  });
});
