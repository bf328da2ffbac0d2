import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree, textOf } from '@dragoman/testing';
import { createSession, type ShellSettings } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import type { BeforeChange, ProposedChange } from './approval.ts';
import { createToolset } from './create-toolset.ts';
import { describeDialect } from './describe-dialect.ts';
import type { DialectName } from './registry.ts';
import { dialectNames } from './registry.ts';
import type { ToolResult } from './tool-result.ts';

const shell: ShellSettings = { mode: 'unrestricted', timeoutMs: 10_000, environment: process.env };

/** A call of each tool that changes something, in a tree with a file `f` that says `old`. */
const CHANGES: Readonly<Record<DialectName, Readonly<Record<string, (f: string) => object>>>> = {
  editor: {
    str_replace: (path) => ({ path, old_str: 'old', new_str: 'new' }),
    create_file: (path) => ({ path, content: 'new\n' }),
    bash: () => ({ command: 'echo new > f' }),
  },
  claude: {
    Write: (file_path) => ({ file_path, content: 'new\n' }),
    Edit: (file_path) => ({ file_path, old_string: 'old', new_string: 'new' }),
    Bash: () => ({ command: 'echo new > f' }),
  },
  'claude-code': {
    Write: (file_path) => ({ file_path, content: 'new\n' }),
    Edit: (file_path) => ({ file_path, old_string: 'old', new_string: 'new' }),
    Bash: () => ({ command: 'echo new > f' }),
  },
  gemini: {
    write_file: (file_path) => ({ file_path, content: 'new\n' }),
    replace: (file_path) => ({ file_path, old_string: 'old', new_string: 'new' }),
    run_shell_command: () => ({ command: 'echo new > f' }),
  },
  'gemini-cli': {
    write_file: (file_path) => ({ file_path, content: 'new\n' }),
    replace: (file_path) => ({ file_path, old_string: 'old', new_string: 'new' }),
    run_shell_command: () => ({ command: 'echo new > f' }),
  },
  codex: {
    apply_patch: (path) => ({ input: `*** Begin Patch\n*** Update File: ${path}\n-old\n+new\n*** End Patch` }),
    exec_command: () => ({ cmd: 'echo new > f' }),
  },
  filesystem: {
    write_file: (path) => ({ path, content: 'new\n' }),
    edit_file: (path) => ({ path, edits: [{ oldText: 'old', newText: 'new' }] }),
  },
  text_editor: {
    str_replace_based_edit_tool: (path) => ({ command: 'str_replace', path, old_str: 'old', new_str: 'new' }),
    bash: () => ({ command: 'echo new > f' }),
  },
  agent: {
    write: (file_path) => ({ file_path, content: 'new\n' }),
    edit: (file_path) => ({ file_path, old_string: 'old', new_string: 'new' }),
    bash: () => ({ command: 'echo new > f' }),
  },
  budgeted: {
    write_code: (file_path) => ({ file_path, start_line: 1, end_line: 1, replacement: 'new' }),
  },
};

/** A call of each tool that changes names and no content, in a tree with a file `f`. */
const RENAMES: Readonly<Record<string, Readonly<Record<string, (f: string) => object>>>> = {
  text_editor: { memory: () => ({ command: 'rename', old_path: '/memories/f', new_path: '/memories/f.new' }) },
  filesystem: {
    create_directory: (path) => ({ path: `${path}.new` }),
    move_file: (source) => ({ source, destination: `${source}.new` }),
  },
};

const renames = Object.entries(RENAMES).flatMap(([dialect, tools]) =>
  Object.entries(tools).map(([tool, argsFor]) => ({ dialect: dialect as DialectName, tool, argsFor })),
);

const changes = dialectNames().flatMap((dialect) =>
  Object.entries(CHANGES[dialect]).map(([tool, argsFor]) => ({ dialect, tool, argsFor })),
);
const runs = (args: object) => 'cmd' in args || ('command' in args && !('path' in args));
const writes = changes.filter(({ argsFor }) => !runs(argsFor('f')));
const commands = changes.filter(({ argsFor }) => runs(argsFor('f')));

const codeOf = ({ _meta }: ToolResult) => (_meta?.['dragoman/error'] as { code: string } | undefined)?.code;
const open = (tree: TemporaryTree, dialect: DialectName, beforeChange?: BeforeChange) =>
  createToolset({
    dialect,
    session: { workdir: tree.root, memoryDir: tree.root, requireRead: 'never', shell },
    ...(beforeChange && { beforeChange }),
  });
const versionsIn = ({ _meta }: ToolResult) => JSON.stringify(_meta).match(/sha256:\w+/g) ?? [];
const contentOf = (tree: TemporaryTree) => readFileSync(tree.path('f'), 'utf8');

describe('beforeChange', () => {
  it('is shown here with every tool that changes anything', async () => {
    for (const dialect of dialectNames()) {
      const { toolNames, describe: definitionOf } = await describeDialect(dialect);
      const changing = toolNames.filter(
        // It ends what another call has started.
        (name) => definitionOf(name)?.annotations.readOnlyHint === false && name !== 'TaskStop',
      );
      expect(Object.keys({ ...CHANGES[dialect], ...RENAMES[dialect] }).sort()).toEqual([...changing].sort());
    }
  });

  it.each(changes)('keeps $tool of $dialect from changing anything unless it answers true', async (change) => {
    await using tree = await openTree({ f: 'old\n' });
    const answers: readonly unknown[] = [false, undefined, 'yes', { deny: 'no' }];
    let answer: unknown;
    await using toolset = await open(tree, change.dialect, () => answer as boolean);
    for (answer of answers) {
      const refused = await toolset.call(change.tool, change.argsFor(tree.path('f')));
      expect([refused.isError, codeOf(refused), contentOf(tree)]).toEqual([true, 'DECLINED', 'old\n']);
    }
    answer = true;
    expect((await toolset.call(change.tool, change.argsFor(tree.path('f')))).isError).toBeUndefined();
    expect(contentOf(tree)).toBe('new\n');
  });

  it.each(renames)('keeps $tool of $dialect from changing any name unless it answers true', async (change) => {
    await using tree = await openTree({ f: 'old\n' });
    const asked: ProposedChange[] = [];
    await using toolset = await open(tree, change.dialect, (proposed) => asked.push(proposed) > 1);
    const refused = await toolset.call(change.tool, change.argsFor(tree.path('f')));
    expect([codeOf(refused), existsSync(tree.path('f.new'))]).toEqual(['DECLINED', false]);
    expect(asked[0]?.preview && textOf(asked[0].preview)).toMatch(/^\[Dry Run\] Would /);
    await toolset.call(change.tool, change.argsFor(tree.path('f')));
    expect(existsSync(tree.path('f.new'))).toBe(true);
  });

  it.each(changes)('tells the model of $dialect why $tool was refused', async ({ dialect, tool, argsFor }) => {
    await using tree = await openTree({ f: 'old\n' });
    await using toolset = await open(tree, dialect, () => {
      throw new Error('Not on a Friday');
    });
    expect(textOf(await toolset.call(tool, argsFor(tree.path('f'))))).toContain('Declined: Not on a Friday');
    expect(contentOf(tree)).toBe('old\n');
  });

  it.each(writes)('sees what a dry run of $tool of $dialect answers', async ({ dialect, tool, argsFor }) => {
    await using tree = await openTree({ f: 'old\n' });
    const args = argsFor(tree.path('f'));
    const seen: ProposedChange[] = [];
    await using toolset = await open(tree, dialect, (change) => seen.push(change) === 1);
    await using dry = await createToolset({
      dialect,
      session: { workdir: tree.root, requireRead: 'never', dryRun: true },
    });
    const expected = await dry.call(tool, args);
    const made = await toolset.call(tool, args);
    expect(seen).toEqual([{ tool, arguments: expect.objectContaining(args), preview: expected, signal: undefined }]);
    expect(versionsIn(made)).toEqual(seen.flatMap(({ preview }) => versionsIn(preview)));
    expect(versionsIn(made)).not.toEqual([]);
  });

  it.each(commands)('sees where $tool of $dialect would run', async ({ dialect, tool, argsFor }) => {
    await using tree = await openTree({ f: 'old\n' });
    const previews: ToolResult[] = [];
    await using toolset = await open(tree, dialect, ({ preview }) => previews.push(preview) === 0);
    await toolset.call(tool, argsFor(tree.path('f')));
    const facts = { kind: 'planned-command', command: 'echo new > f', directory: tree.root, dryRun: true };
    // Codex's models wait for a command as long as they like.
    const isWatched = dialect === 'codex';
    const outcome = { ...facts, timeoutMs: isWatched ? null : 10_000 };
    expect(previews[0]?._meta).toMatchObject({ 'dragoman/outcome': outcome });
    const place = isWatched ? `in the background, in ${tree.root}` : `in ${tree.root}, for 10000 ms at most`;
    expect(previews[0] && textOf(previews[0])).toBe(`[Dry Run] Would run ${place}:\necho new > f`);
  });

  it('is not asked about what changes nothing, or would fail', async () => {
    await using tree = await openTree({ f: 'old\n' });
    const asked: string[] = [];
    const beforeChange: BeforeChange = ({ tool }) => asked.push(tool) > 0;
    const session = { workdir: tree.root, shell };
    await using claude = await createToolset({ dialect: 'claude-code', session, beforeChange });
    await using budgeted = await createToolset({ dialect: 'budgeted', session, beforeChange });
    const file_path = tree.path('f');
    expect(codeOf(await claude.call('Write', { file_path, content: 'new\n' }))).toBe('NOT_READ');
    await claude.call('Read', { file_path });
    expect(codeOf(await claude.call('Edit', { file_path, old_string: 'none', new_string: 'x' }))).toBe('NO_MATCH');
    const lines = { file_path, start_line: 1, end_line: 1, replacement: 'new' };
    expect((await budgeted.call('write_code', { ...lines, dry_run: true })).isError).toBeUndefined();
    const chunk = (index: number, last: boolean) => ({
      ...lines,
      replacement: `${index}`,
      chunk: { id: 'a', index, last },
    });
    await budgeted.call('write_code', chunk(0, false));
    expect(asked).toEqual([]);
    await budgeted.call('write_code', chunk(1, true));
    expect([asked, contentOf(tree)]).toEqual([['write_code'], '01\n']);
  });
});

describe('a change that waits for approval', () => {
  const meanwhile: readonly (readonly [what: string, change: (tree: TemporaryTree) => void])[] = [
    ['the file got other content', (tree) => writeFileSync(tree.path('f'), 'old, and more\n')],
    ['the file was removed', (tree) => rmSync(tree.path('f'))],
    [
      'another directory took the place of its own',
      (tree) => {
        renameSync(tree.path('d'), tree.path('e'));
        mkdirSync(tree.path('other'));
        writeFileSync(tree.path('other/f'), 'old\n');
        symlinkSync('other', tree.path('d'));
      },
    ],
  ];

  it.each(meanwhile.flatMap(([what, change]) => writes.map((write) => ({ what, change, ...write }))))(
    'is not made by $tool of $dialect if $what',
    async ({ what, change, dialect, tool, argsFor }) => {
      await using tree = await openTree({ f: 'old\n', 'd/f': 'old\n' });
      const path = what.includes('directory') ? tree.path('d/f') : tree.path('f');
      await using toolset = await open(tree, dialect, () => {
        change(tree);
        return true;
      });
      expect(codeOf(await toolset.call(tool, argsFor(path)))).toMatch(/^CONFLICT|NOT_FOUND$/);
      expect([read(tree.path('f')), read(tree.path('other/f')), read(tree.path('e/f'))].join('')).not.toContain('new');
    },
  );

  it('is not made if a file appeared where there was none', async () => {
    await using tree = await openTree();
    await using toolset = await open(tree, 'editor', () => {
      writeFileSync(tree.path('f'), 'theirs\n');
      return true;
    });
    expect(codeOf(await toolset.call('create_file', { path: 'f', content: 'new\n' }))).toBe('CONFLICT');
    expect(contentOf(tree)).toBe('theirs\n');
  });

  it('is made if the file has a new time and the same content', async () => {
    await using tree = await openTree({ f: 'old\n' });
    await using toolset = await open(tree, 'editor', () => {
      writeFileSync(tree.path('f'), 'old\n');
      return true;
    });
    await toolset.call('str_replace', { path: 'f', old_str: 'old', new_str: 'new' });
    expect(contentOf(tree)).toBe('new\n');
  });

  it('is made in turn with others of the same file', async () => {
    await using tree = await openTree({ f: 'one two three\n' });
    let waiting = 0;
    await using toolset = await open(tree, 'editor', async () => {
      waiting += 1;
      expect(waiting).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      waiting -= 1;
      return true;
    });
    const edit = (old_str: string) =>
      toolset.call('str_replace', { path: 'f', old_str, new_str: old_str.toUpperCase() });
    const results = await Promise.all(['one', 'two', 'three'].map(edit));
    expect([results.map(codeOf), contentOf(tree)]).toEqual([[undefined, undefined, undefined], 'ONE TWO THREE\n']);
  });

  it('does not run a command elsewhere than where it was approved', async () => {
    await using tree = await openTree({ f: 'old\n', d: null });
    const { session, toolset } = await openWithSession(tree);
    expect(codeOf(await toolset.call('bash', { command: 'echo new > f' }))).toBe('CONFLICT');
    expect([session.cwd, contentOf(tree), read(tree.path('d/f'))]).toEqual([tree.path('d'), 'old\n', '']);
    await toolset.close();
  });

  it.each(['create_file', 'bash'])(
    'is given up by %s when the call is cancelled, and nobody waits for it',
    async (tool) => {
      await using tree = await openTree({ f: 'old\n' });
      const stop = new AbortController();
      let asked = 0;
      await using toolset = await open(tree, 'editor', async ({ signal }) => {
        asked += 1;
        if (asked > 1) return true;
        expect(signal).toBe(stop.signal);
        stop.abort();
        return new Promise<boolean>(() => {});
      });
      const args = CHANGES.editor[tool]?.(tree.path('f'));
      const first = toolset.call(tool, args, { signal: stop.signal });
      const second = toolset.call(tool, args);
      expect(codeOf(await first)).toBe('CANCELLED');
      expect([codeOf(await second), contentOf(tree)]).toEqual([undefined, 'new\n']);
    },
  );

  it.each(['create_file', 'bash'])('is not made by %s once the toolset is closed', async (tool) => {
    await using tree = await openTree({ f: 'old\n' });
    const toolset = await open(tree, 'editor', async () => {
      await toolset.close();
      return true;
    });
    const result = await toolset.call(tool, CHANGES.editor[tool]?.(tree.path('f')));
    expect([codeOf(result), contentOf(tree)]).toEqual(['CANCELLED', 'old\n']);
  });
});

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A toolset of `editor` whose working directory moves while a command waits. */
async function openWithSession(tree: TemporaryTree) {
  const session = createSession({ workdir: tree.root, shell });
  const beforeChange: BeforeChange = () => {
    session.changeDirectory(tree.path('d'));
    return true;
  };
  return { session, toolset: await createToolset({ dialect: 'editor', session, beforeChange }) };
}
