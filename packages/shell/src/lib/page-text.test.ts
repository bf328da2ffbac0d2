import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { pageText } from './page-text.ts';

const { PATH = '' } = process.env;

describe('pageText', () => {
  it.runIf(process.platform !== 'win32').each([
    ['words of a shell', (file: string) => `{ printenv LESS; cat; } > '${file}'`, 'FRX\ntext\n'],
    ['a program with arguments', (file: string) => `tee ${file}`, 'text\n'],
    ['a reader that leaves', (file: string) => `echo gone > '${file}'`, 'gone\n'],
  ])('hands a text to %s', async (_, command, written) => {
    await using tree = await openTree({});
    const file = tree.path('out');
    const paging = { command: command(file), environment: { PATH } };
    expect(await pageText('text\n', paging)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('says that there is no such program', async () => {
    expect(await pageText('text', { command: 'no-such-pager', environment: { PATH } })).toBe(false);
  });
});
