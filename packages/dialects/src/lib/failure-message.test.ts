import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';

describe('the message of a failure', () => {
  it.each([
    ['editor', 'view', { path: '' }],
    ['claude-code', 'Read', { file_path: 'a.txt' }],
    ['gemini', 'grep_search', { pattern: 'a', path: 'a.txt' }],
    ['budgeted', 'read_code', { file_path: 'a.txt', continuation: 'forged' }],
    ['budgeted', 'none', {}],
  ] as const)('is given once, whether the text says it or not: %s %s', async (dialect, name, args) => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect, session: { workdir: tree.root } });
    const { content, _meta } = await toolset.call(name, args);
    const [block] = content;
    const { message } = Object(_meta?.['dragoman/error']);
    const text = block?.type === 'text' ? block.text : '';
    if (dialect === 'gemini') expect(text).not.toContain(message);
    else expect(message).toBe(undefined);
  });
});
