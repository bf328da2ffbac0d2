import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import { fitArguments } from './fit-arguments.ts';
import { dialectNames } from './registry.ts';
import type { Tool } from './tool.ts';

const properties = {
  file_path: { type: 'string' },
  old_string: { type: 'string' },
  replace_all: { type: 'boolean' },
  limit: { type: 'integer', minimum: 1, maximum: 10 },
  offset: { type: 'integer', minimum: 0 },
  '-A': { type: 'integer' },
} as const;

const TOOL: Tool = {
  ...{ name: 'Edit', title: 'Edit', description: '', effect: 'edits', explain: null, adapt: null },
  input: { type: 'object', properties, required: ['file_path'] },
  synonyms: { filename: 'file_path' },
  outOfRange: { limit: 'left-out', offset: 'nearest' },
  typedAnswer: () => Promise.resolve(null),
  operate: () => Promise.reject(new Error('Not to be called')),
  render: () => ({ content: [], outcome: { kind: 'roots', roots: [] } }),
};

describe('fitArguments', () => {
  it.each([
    [{ file_path: 'f' }, { file_path: 'f' }, {}],
    [{ filePath: 'f' }, { file_path: 'f' }, { taken: { filePath: 'file_path' } }],
    [{ path: 'f' }, { file_path: 'f' }, { taken: { path: 'file_path' } }],
    [{ absolute_path: 'f' }, { file_path: 'f' }, { taken: { absolute_path: 'file_path' } }],
    [{ fileName: 'f' }, { file_path: 'f' }, { taken: { fileName: 'file_path' } }],
    [{ file_path: 'f', filename: 'g' }, { file_path: 'f' }, { ignored: ['filename'] }],
    [{ file_path: 'f', path: 'f' }, { file_path: 'f' }, { ignored: ['path'] }],
    [{ path: 'f', file_path: null }, { file_path: 'f' }, { taken: { path: 'file_path' } }],
    [{ 'old-text': 'a', replaceAll: true }, { old_string: 'a', replace_all: true }, expect.anything()],
    [{ file_path: 'f', dry_run: false, mode: '' }, { file_path: 'f' }, { ignored: ['dry_run', 'mode'] }],
    [{ file_path: 'f', version: null }, { file_path: 'f' }, {}],
    [{ file_path: 'f', explanation: 'why' }, { file_path: 'f' }, { ignored: ['explanation'] }],
    [JSON.parse('{"__proto__": {"a": 1}}'), {}, { ignored: ['__proto__'] }],
    [{ '-a': 3, '-q': 1 }, { '-A': 3 }, { taken: { '-a': '-A' }, ignored: ['-q'] }],
    [{ limit: 0 }, {}, { clamped: { limit: [0, null] } }],
    [{ limit: '11' }, { limit: 10 }, { clamped: { limit: ['11', 10] } }],
    [{ offset: -1 }, { offset: 0 }, { clamped: { offset: [-1, 0] } }],
    [{ limit: 'all', offset: 1.5 }, { limit: 'all', offset: 1.5 }, {}],
  ])('makes of %j what the tool takes', (given, args, changes) => {
    expect(fitArguments(TOOL, given)).toEqual({ args, changes, issues: [] });
  });

  it.each([
    [{ file_pth: 'f' }, { argument: 'file_path', given: 'file_pth', problem: 'missing', expected: 'string' }],
    [{ limti: 3 }, { argument: 'limit', given: 'limti', problem: 'unknown' }],
    [
      { path: 'f', file_path: 'g' },
      { argument: 'file_path', given: 'path', problem: 'twice' },
    ],
    [{ dry_run: true }, { argument: 'dry_run', problem: 'other-change' }],
    [{ 'dry-run': 'yes' }, { argument: 'dry-run', problem: 'other-change' }],
    [{ preconditions: { version: 'a' } }, { argument: 'preconditions', problem: 'other-change' }],
    [{ startLine: 3 }, { argument: 'startLine', problem: 'other-change' }],
  ])('refuses %j', (given, issue) => {
    expect(fitArguments(TOOL, given).issues).toEqual([issue]);
  });

  it('names so many, and so much of each', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${'x'.repeat(200)}${index}`, index]));
    const { ignored = [] } = fitArguments(TOOL, many).changes;
    expect([ignored.length, ignored[0]?.length]).toEqual([20, 101]);
  });
});

describe('a call with arguments of another tool', () => {
  const calls = { editor: 'str_replace', claude: 'Read', 'claude-code': 'Read', gemini: 'read_file', agent: 'read' };

  it.each(Object.entries(calls))('says in %s what was ignored, also of a failure', async (dialect, name) => {
    await using tree = await openTree({ f: 'old\n' });
    const known = dialectNames().find((each) => each === dialect) ?? 'editor';
    await using toolset = await createToolset({ dialect: known, session: { workdir: tree.root } });
    const { _meta } = await toolset.call(name, { file_path: tree.path('none'), purpose: 'to see' });
    expect(_meta).toMatchObject({ 'dragoman/error': {}, 'dragoman/arguments': { ignored: ['purpose'] } });
  });

  it('changes nothing if it asks for another change', async () => {
    await using tree = await openTree({ f: 'old\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const args = { path: 'f', old_str: 'old', new_str: 'new', dry_run: true };
    const { isError, content } = await toolset.call('str_replace', args);
    const sentence =
      'Argument "dry_run" is not one of this tool\'s, and asks for another change than it makes: nothing was done';
    expect([isError, content]).toEqual([true, [{ type: 'text', text: expect.stringContaining(sentence) }]]);
    expect(readFileSync(tree.path('f'), 'utf8')).toBe('old\n');
  });
});
