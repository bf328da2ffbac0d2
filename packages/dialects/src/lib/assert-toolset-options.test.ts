import { openTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import type { ToolsetOptions } from './toolset-options.ts';

/** Options as a program in plain JavaScript may give them. */
const untyped = (options: unknown): ToolsetOptions => JSON.parse(JSON.stringify(options));

describe('wrong options of a toolset', () => {
  const workdir = process.cwd();
  const session = { workdir };
  const dialect = 'editor';

  it.each([
    [7, 'options must be an object with dialect and session'],
    [{}, 'dialect is missing'],
    [
      { dialect: 'latin', session },
      'No dialect "latin" among editor, claude, claude-code, gemini, gemini-cli, codex, filesystem, text_editor, agent, budgeted',
    ],
    [{ dialect: 'claude_code', session }, /^No dialect "claude_code" among .*; did you mean "claude-code"\?$/],
    [{ dialect: 'toString', session }, /^No dialect "toString"/],
    [{ dialect }, 'session is missing: give { workdir } or what createSession made'],
    [{ dialect, workdir }, 'session is missing: give { workdir } or what createSession made'],
    [{ dialect, session: 'here' }, 'Session options must be an object'],
    [{ dialect, session: {} }, 'workdir is missing: it must be an absolute path'],
    [{ dialect, session: { workdir: 'src' } }, 'workdir must be an absolute path'],
    [{ dialect, session: { workdir, readonly: true } }, 'readonly is no option; did you mean "readOnly"?'],
    [{ dialect, session: { workdir, limits: { maxFilesize: 1 } } }, /^limits\.maxFilesize is no option; did you mean/],
    [{ dialect, session: { workdir, shell: {} } }, 'shell.mode is missing: it must be one of unrestricted, sandboxed'],
    [{ dialect, session, tools: 'view' }, 'tools must be a list of names'],
    [{ dialect, session, tools: ['veiw'] }, 'tools names "veiw", which dialect "editor" lacks; did you mean "view"?'],
    [
      { dialect, session, tools: ['bash'] },
      'tools cannot have "bash": it needs a session with a shell that is neither readOnly nor dryRun',
    ],
    [
      { dialect, session: { workdir, readOnly: true }, tools: ['view', 'create_file'] },
      'tools cannot have "create_file": it changes files, and the session is readOnly',
    ],
    [{ dialect, session, beforeChange: true }, 'beforeChange must be a function'],
    [{ dialect, session, beforechange: 1 }, 'beforechange is no option of a toolset; did you mean "beforeChange"?'],
  ])('are named: %j', async (options, message) => {
    const refused = expect(createToolset(untyped(options))).rejects;
    await refused.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(createToolset(untyped(options))).rejects.toThrow(message);
  });
});

describe('a toolset', () => {
  it('offers only the tools that it was asked for, in that order', async () => {
    await using tree = await openTree({ f: 'one\n' });
    await using toolset = await createToolset({
      dialect: 'editor',
      session: { workdir: tree.root },
      tools: ['grep', 'view'],
    });
    expect(toolset.tools.map(({ name }) => name)).toEqual(['grep', 'view']);
    expect((await toolset.call('view', { path: 'f' })).isError).toBeUndefined();
    const refused = await toolset.call('create_file', { path: 'f', content: 'two\n' });
    expect(refused._meta?.['dragoman/error']).toMatchObject({ code: 'INVALID_ARGUMENT', tool: 'create_file' });
  });

  it('takes arguments as JSON', async () => {
    await using tree = await openTree({ f: 'one\ntwo\n' });
    await using toolset = await createToolset({ dialect: 'editor', session: { workdir: tree.root } });
    const shown = await toolset.call('view', '{"path": "f", "view_range": [2, 2]}');
    expect(shown).toEqual(await toolset.call('view', { path: 'f', view_range: [2, 2] }));
    expect(shown.isError).toBeUndefined();
    for (const text of ['', '  ', '{"path"', '"f"', '[]', 'null']) {
      const refused = await toolset.call('view', text);
      expect(refused._meta?.['dragoman/error']).toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await using claude = await createToolset({ dialect: 'claude-code', session: { workdir: tree.root } });
    const file_path = tree.path('none');
    const missing = { content: [{ type: 'text', text: `File not found: ${file_path}` }] };
    expect(await claude.call('Read', JSON.stringify({ file_path }))).toMatchObject(missing);
  });

  it('says what a model should know of where it works, as that is now', async () => {
    await using tree = await openTree({ one: null, two: null });
    const session = createSession({ workdir: tree.path('one'), limits: { maxFileSize: 2 * 1024 * 1024 } });
    await using toolset = await createToolset({ dialect: 'editor', session });
    expect(toolset.instructions).toContain(`Allowed directories: ${tree.path('one')}. Anything else is refused.`);
    expect(toolset.instructions).toContain(`Working directory: ${tree.path('one')}.\n`);
    expect(toolset.instructions).toContain('Files over 2 MB are refused.');
    expect(toolset.instructions).not.toMatch(/Commands|Read-only|Dry run/);
    await session.moveTo({ workdir: tree.path('two'), allow: [tree.path('two')] });
    expect(toolset.instructions).toContain(`Working directory: ${tree.path('two')}.\n`);
  });

  it('speaks of commands where it runs some', async () => {
    await using tree = await openTree();
    const shell = { mode: 'unrestricted', timeoutMs: 90_000, environment: {} } as const;
    const open = (dialect: 'editor' | 'budgeted') =>
      createToolset({ dialect, session: { workdir: tree.root, shell }, tools: dialect === 'editor' ? ['bash'] : [] });
    await using editor = await open('editor');
    await using budgeted = await open('budgeted');
    expect(editor.instructions).toContain('Commands have 90 s by default.');
    expect(budgeted.instructions).not.toContain('Commands');
  });
});
