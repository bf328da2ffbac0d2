import { readFileSync, writeFileSync } from 'node:fs';
import { type Dialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

interface Tools {
  readonly name: Dialect;
  readonly read: readonly [tool: string, args: (path: string) => Record<string, unknown>];
  readonly write: readonly [tool: string, args: (path: string) => Record<string, unknown>];
  readonly edit: readonly [tool: string, args: (path: string) => Record<string, unknown>];
}

const dialects: readonly Tools[] = [
  {
    name: 'editor',
    read: ['view', (path) => ({ path })],
    write: ['create_file', (path) => ({ path, content: 'x' })],
    edit: ['str_replace', (path) => ({ path, old_str: 'a', new_str: 'b' })],
  },
  {
    name: 'gemini',
    read: ['read_file', (absolute_path) => ({ absolute_path })],
    write: ['write_file', (file_path) => ({ file_path, content: 'x' })],
    edit: ['replace', (file_path) => ({ file_path, old_string: 'a', new_string: 'b' })],
  },
  {
    name: 'budgeted',
    read: ['read_code', (file_path) => ({ file_path })],
    write: ['write_code', (file_path) => ({ file_path, start_line: 1, end_line: 1, replacement: 'x' })],
    edit: ['write_code', (file_path) => ({ file_path, start_line: 1, end_line: 1, replacement: 'b' })],
  },
];

describe.each(dialects)(
  '--require-read always in dialect $name',
  ({ name, read: view, write: overwrite, edit: change }) => {
    it('holds the same rule', async () => {
      await using server = await serve(name, { f: 'a' }, { args: ['--require-read', 'always'] });
      const codeOf = async ([tool, args]: Tools['read']) => {
        const { error } = await server.call(tool, args(server.path('f')));
        return error.code;
      };
      expect(await codeOf(overwrite)).toBe('NOT_READ');
      expect(await codeOf(change)).toBe('NOT_READ');
      expect(await codeOf(view)).toBeUndefined();
      expect(await codeOf(change)).toBeUndefined();
      writeFileSync(server.path('f'), 'by somebody else');
      expect(await codeOf(overwrite)).toBe('STALE_READ');
      expect(readFileSync(server.path('f'), 'utf8')).toBe('by somebody else');
    });

    it('is waived unless asked for', async () => {
      await using server = await serve(name, { f: 'a' });
      const [tool, args] = overwrite;
      expect((await server.call(tool, args(server.path('f')))).isError).toBe(false);
    });
  },
);
