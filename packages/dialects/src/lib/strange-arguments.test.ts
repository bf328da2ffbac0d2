import { writeFileSync } from 'node:fs';
import { openTree, strangeCalls, strangeValues, testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import { dialectNames } from './registry.ts';
import type { Toolset } from './toolset.ts';

const validIn = (file: string) => ({
  ...{ path: file, file_path: file, absolute_path: file, pattern: 'a', command: 'true', task_id: 'none' },
  ...{ content: 'a\n', old_str: 'a', new_str: 'a', old_string: 'a', new_string: 'a' },
  ...{ start_line: 1, end_line: 1, replacement: 'a\n' },
});

/** The code of a call's failure; undefined for a success. */
async function codeOf(toolset: Toolset, name: string, args: unknown): Promise<unknown> {
  const result = JSON.parse(JSON.stringify(await toolset.call(name, args)));
  return result._meta?.['dragoman/error']?.code;
}

const LATER = ['UNSUPPORTED_FILE', 'TASK_NOT_FOUND', 'COMMAND_REJECTED'];

describe('strange arguments', () => {
  it.each(dialectNames())('are refused or ignored, and nothing else, in %s', async (dialect) => {
    await using tree = await openTree({ 'dir/a.txt': 'a\n' });
    const shell = { mode: 'unrestricted', timeoutMs: 10_000, environment: {} } as const;
    const session = { workdir: tree.root, requireRead: 'never', shell } as const;
    const faults: unknown[] = [];
    const onUnexpectedError = (fault: object) => void faults.push(fault);
    await using toolset = await createToolset({ dialect, session, onUnexpectedError });
    await fc.assert(
      fc.asyncProperty(strangeCalls(toolset.tools, validIn(tree.path('dir/a.txt'))), async ({ name, args }) => {
        // The call before may have written it.
        writeFileSync(tree.path('dir/a.txt'), 'a\n');
        // What comes after the check of arguments is that a file is no directory, no image and no running command, or
        // that a command is no command.
        const codes = [undefined, 'INVALID_ARGUMENT', 'NOT_DIRECTORY', ...LATER];
        expect(codes).toContain(await codeOf(toolset, name, args));
        expect(faults).toEqual([]);
      }),
      { numRuns: testRounds(40) },
    );
  });

  it('are told of where the name of the tool is one', async () => {
    await using tree = await openTree();
    await using toolset = await createToolset({ dialect: 'gemini', session: { workdir: tree.root } });
    await fc.assert(
      fc.asyncProperty(strangeValues, async (name) => {
        const call: (name: never, args: unknown) => Promise<unknown> = toolset.call;
        expect(await call(name as never, {})).toMatchObject({
          _meta: { 'dragoman/error': { code: 'INVALID_ARGUMENT' } },
        });
      }),
    );
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(await codeOf(toolset, name, {})).toBe('INVALID_ARGUMENT');
  });

  it.each([
    ['a symbol', Symbol('path')],
    ['a function', () => 'path'],
    ['a cycle', cycle()],
    ['a big integer', { path: 1n }],
    ['what throws when it is looked at', new Proxy({}, { get: refuse, ownKeys: refuse })],
  ])('that no JSON can hold are refused: %s', async (_, strange) => {
    await using tree = await openTree();
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    expect(await toolset.call('view', { path: strange })).toMatchObject({ isError: true });
    expect(await toolset.call('view', strange)).toMatchObject({ isError: true });
  });
});

function cycle(): object {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

function refuse(): never {
  throw new TypeError('Not to be looked at');
}
