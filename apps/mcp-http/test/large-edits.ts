import type { LongCall } from './long-call.ts';

export const each = (count: number, textAt: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => textAt(at)).join('');

export const patched = (tree: LongCall['tree'], sections: string): LongCall => ({
  ...{ dialect: 'codex', tree, name: 'apply_patch' },
  args: () => ({ input: `*** Begin Patch\n${sections}*** End Patch` }),
});

export const replaced = (text: string, oldText: string): LongCall => ({
  ...{ dialect: 'gemini', tree: { a: text }, name: 'replace' },
  args: (root) => ({ file_path: `${root}/a`, old_string: oldText, new_string: 'new', allow_multiple: true }),
});

export const looseEdits = (count: number): LongCall => ({
  ...{ dialect: 'filesystem', tree: { a: each(60_000, (at) => `line ${at}\n`) }, name: 'edit_file' },
  args: (root) => {
    const editOf = (_: unknown, at: number) => ({
      oldText: ` line ${at * 9} \nline ${at * 9 + 1}`,
      newText: 'one\ntwo',
    });
    return { path: `${root}/a`, edits: Array.from({ length: count }, editOf) };
  },
});

/** Lines whose white space a hunk does not have: each is looked for in the whole file before it is found. */
export const LOOSE = each(60_000, (at) => `line ${at}  \n`);
