import type { ReadCodeAnswer } from '@dragoman/formatters/internal/pieces';
import { openTree } from '@dragoman/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ArgumentsOf } from './arguments-of.ts';
import { createToolset } from './create-toolset.ts';
import type { ResultOf } from './result-of.ts';
import type { ToolResult } from './tool-result.ts';
import type { Toolset } from './toolset.ts';

/** The facts of a success, for a program that cannot go on without. */
function factsOf<Outcome>(result: ToolResult<Outcome>): Outcome {
  if (result.isError) throw new Error(result._meta['dragoman/error'].code);
  return result._meta['dragoman/outcome'];
}

describe('what programs read in a result', () => {
  it('has the type of the tool that was called', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const edited = factsOf(await toolset.call('str_replace', { path: 'a.txt', old_str: 'one', new_str: 'two' }));
    const found = factsOf(await toolset.call('grep', { pattern: 'two' }));
    const listed = factsOf(await toolset.call('glob', { pattern: '*' }));
    const [replacements, matches, total]: number[] = [edited.replacements, found.matches, listed.total];
    expect([replacements, matches, total]).toEqual([1, 1, 1]);
    // @ts-expect-error: an edit finds no matches.
    expect(edited.matches).toBeUndefined();
  });

  it('is told apart by its kind where a tool reads several', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const kinds = ['a.txt', '.'].map(async (path) => {
      const facts = factsOf(await toolset.call('view', { path }));
      if (facts.kind === 'directory') return facts.entries;
      return facts.kind === 'text' ? facts.encoding : null;
    });
    expect(await Promise.all(kinds)).toEqual(['utf-8', 1]);
  });

  it('is an answer of its own with each tool of `budgeted`, and an error with a code if the call failed', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect: 'budgeted', session: { workdir: tree.root } });
    const page = await toolset.call('read_code', { file_path: 'a.txt' });
    const missing = await toolset.call('read_code', { file_path: 'none' });
    if (page.isError || !missing.isError) throw new Error('One call succeeds, and one fails');
    expectTypeOf(page.structuredContent).toEqualTypeOf<ReadCodeAnswer>();
    expect(page.structuredContent.content.length).toBe(4);
    expect(missing.structuredContent.error.code).toBe(missing._meta['dragoman/error'].code);
  });

  it('may be of any tool if dialect or name are not known to the compiler', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    const open = (dialect: Toolset['dialect']) => createToolset({ dialect, session: { workdir: tree.root } });
    await using toolset: Toolset = await open('editor');
    const name: string = 'view';
    const result = await toolset.call(name, { path: 'a.txt' });
    expectTypeOf(result).toEqualTypeOf<ToolResult>();
    expect(factsOf(result).kind).toBe('text');
    expectTypeOf<ResultOf<'editor', 'view'>>().toExtend<ToolResult>();
    expectTypeOf<ResultOf<'gemini', 'glob'>>().toExtend<ToolResult>();
    expectTypeOf<ResultOf<'budgeted', 'write_code'>>().toExtend<ToolResult>();
    expectTypeOf<Toolset<'budgeted'>>().toExtend<Toolset>();
  });
});

describe('what programs pass to a call', () => {
  it('has the type of what the tool takes, by the name of the tool', async () => {
    await using tree = await openTree({ 'a.txt': 'one\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const args: ArgumentsOf<'editor', 'view'> = { path: 'a.txt', view_range: [1, 1] };
    expect((await toolset.call('view', args)).isError).toBeUndefined();
    // What has a default may be left out, and nothing else.
    expectTypeOf<{ path: string; old_str: string }>().toExtend<ArgumentsOf<'editor', 'str_replace'>>();
    expectTypeOf<{ path: string }>().not.toExtend<ArgumentsOf<'editor', 'str_replace'>>();
    expectTypeOf<ArgumentsOf<'claude-code', 'Bash'>['description']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ArgumentsOf<'budgeted', 'write_code'>['start_line']>().toEqualTypeOf<number>();
    expectTypeOf<ArgumentsOf<'gemini', 'read_file'>['absolute_path']>().toEqualTypeOf<string>();
  });
});
