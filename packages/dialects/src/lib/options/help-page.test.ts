import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HelpPage, helpText } from './help-page.ts';

const page: HelpPage = {
  usage: 'program [options] <command> [arguments]',
  description:
    'Says what it is for, in more words than one line holds.\n- An item that is also longer than a line holds',
  tables: [
    {
      heading: 'Options',
      rows: [
        ['--short', 'What it does, and what else it does'],
        ['--a-name-far-too-long-for-the-column <value>', 'What it does'],
        ['--bare', ''],
      ],
    },
    { heading: 'Nothing', rows: [] },
  ],
  examples: ['program --with "an example" that is never broken, however long it may be'],
};

describe('helpText', () => {
  it('shows explanations beside their terms where there is room', () => {
    expect(helpText(page, { columns: 60 })).toBe(
      [
        'Usage: program [options] <command> [arguments]',
        '',
        'Says what it is for, in more words than one line holds.',
        '- An item that is also longer than a line holds',
        '',
        'Options:',
        '  --short  What it does, and what else it does',
        '  --a-name-far-too-long-for-the-column <value>',
        '           What it does',
        '  --bare',
        '',
        'Examples:',
        '  program --with "an example" that is never broken, however long it may be',
        '',
      ].join('\n'),
    );
  });

  it('shows explanations below their terms on a narrow terminal', () => {
    const rows = [['--option-with-a-name <value>', 'What it does, and what else it does']] as const;
    const text = helpText({ ...page, tables: [{ heading: 'Options', rows }], examples: [] }, { columns: 40 });
    expect(text).toBe(
      [
        'Usage: program [options] <command>',
        '  [arguments]',
        '',
        'Says what it is for, in more words than',
        'one line holds.',
        '- An item that is also longer than a',
        '  line holds',
        '',
        'Options:',
        '  --option-with-a-name <value>',
        '        What it does, and what else it',
        '        does',
        '',
      ].join('\n'),
    );
  });

  it('marks headings and terms, and keeps its layout', () => {
    const heading = (text: string): string => `[${text}]`;
    const term = (text: string): string => `{${text}}`;
    const marked = helpText(page, { columns: 60, heading, term });
    expect(marked.match(/\[\w+:\]/g)).toEqual(['[Usage:]', '[Options:]', '[Examples:]']);
    expect(marked.match(/\{.+\}/g)).toHaveLength(3);
    expect(marked.replace(/[{}]|\[(?=\w+:)|(?<=:)\]/g, '')).toBe(helpText(page, { columns: 60 }));
  });

  const word = fc.stringMatching(/^[a-z<>,-]{1,9}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '));

  it('is never wider than its terminal, and keeps every word', () => {
    fc.assert(
      fc.property(words, words, fc.array(fc.tuple(word, words)), fc.nat(200), (usage, description, rows, columns) => {
        const text = helpText({ usage, description, tables: [{ heading: 'rows', rows }], examples: [] }, { columns });
        const width = columns === 0 ? 100 : Math.min(100, Math.max(30, columns));
        for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
        const said = ['Usage:', usage, description, ...(rows.length === 0 ? [] : ['rows:']), ...rows.flat()];
        expect(text.trim().split(/\s+/)).toEqual(said.join(' ').split(' '));
      }),
    );
  });
});
