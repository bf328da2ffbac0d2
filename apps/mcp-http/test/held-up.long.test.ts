import { describe, it } from 'vitest';
import { each } from './large-edits.ts';
import { holdsUpNobody, type LongCall } from './long-call.ts';

const named = (count: number, nameAt: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [nameAt(at), '']));

const many = named(60_000, (at) => `a${at}`);
const nested = named(10_000, (at) => `${at % 100}/${at}/a`);

describe('a call that takes long', () => {
  it.each<[string, LongCall]>([
    ['a glob of many files', { dialect: 'claude-code', tree: many, name: 'Glob', args: () => ({ pattern: '*' }) }],
    [
      'a list of many directories',
      {
        ...{ dialect: 'codex', tree: nested, name: 'list_dir' },
        args: (root) => ({ dir_path: root, depth: 9, limit: 100_000 }),
      },
    ],
    [
      'a view of many directories',
      {
        ...{ dialect: 'text_editor', tree: nested, name: 'str_replace_based_edit_tool' },
        args: (root) => ({ command: 'view', path: root }),
      },
    ],
    [
      'as many edits as are made at once',
      {
        ...{ dialect: 'filesystem', tree: { a: each(30_000, (at) => `line ${at}\n`) }, name: 'edit_file' },
        args: (root) => ({
          path: `${root}/a`,
          edits: Array.from({ length: 10_000 }, (_, at) => ({ oldText: `line ${at}\n`, newText: `new ${at}\n` })),
        }),
      },
    ],
  ])('holds up nobody else: %s', (_, long) => holdsUpNobody(long));
});
