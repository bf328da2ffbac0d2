import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anthropicMessages } from '../../test/clients/lib/anthropic-messages.ts';
import type { Script } from '../../test/clients/lib/played-model.ts';
import type { Call, ShownResult } from '../../test/clients/lib/protocol.ts';
import { chatCompletions, messagesInOnePiece, responsesInOnePiece } from './protocols.ts';
import { readmeAgents } from './readme-agents.ts';
import { type Part, type ProgramRun, runAgent, runProgram } from './run-program.ts';

const top = join(import.meta.dirname, '..');
const room = join(top, 'node_modules', '.readme');
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A kit's way of speaking with its model, and of telling the model of a failure and of an image. */
interface Kit extends Omit<Part, 'script'> {
  readonly dialect: 'claude-code' | 'codex' | 'editor' | 'text_editor' | 'agent';
  /** Pattern of a failure in the request that shows the model a refused call. */
  readonly failure: RegExp;
  readonly showsImages: boolean;
}

const messages = { dialect: 'claude-code', failure: /"is_error":true/, showsImages: true } as const;
const KITS: Readonly<Record<string, Kit>> = {
  ai: { ...messages, protocol: messagesInOnePiece() },
  anthropic: { ...messages, protocol: messagesInOnePiece() },
  'claude-agent-sdk': { ...messages, protocol: anthropicMessages, prefix: 'mcp__dragoman__' },
  // Its Anthropic provider passes on what a failed call said, and not that it failed.
  langchain: { ...messages, protocol: messagesInOnePiece(), failure: /Access denied/ },
  mastra: { ...messages, protocol: messagesInOnePiece() },
  openai: { protocol: chatCompletions, dialect: 'editor', failure: /"content":"Error: /, showsImages: false },
};

/** A framework that has no kit of its own, and needs none. */
const AGENTS_SDK: Kit = { protocol: responsesInOnePiece, dialect: 'codex', failure: /"failed"/, showsImages: true };

/** Calls in each dialect, in a directory. */
const CALLS: Readonly<Record<Kit['dialect'], Record<'write' | 'read', (path: string) => Call>>> = {
  'claude-code': {
    write: (file_path) => ({ tool: 'Write', args: { file_path, content: '42' } }),
    read: (file_path) => ({ tool: 'Read', args: { file_path } }),
  },
  codex: {
    write: (path) => operation({ type: 'create_file', path, diff: '+42' }),
    read: (file_path) => ({ tool: 'read_file', args: { file_path } }),
  },
  text_editor: {
    write: (path) => ({ tool: 'str_replace_based_edit_tool', args: { command: 'create', path, file_text: '42' } }),
    read: (path) => ({ tool: 'str_replace_based_edit_tool', args: { command: 'view', path } }),
  },
  agent: {
    write: (file_path) => ({ tool: 'write', args: { file_path, content: '42' } }),
    read: (file_path) => ({ tool: 'read', args: { file_path } }),
  },
  editor: {
    write: (path) => ({ tool: 'create_file', args: { path, content: '42' } }),
    read: (path) => ({ tool: 'view', args: { path } }),
  },
};

describe('an agent of the README', () => {
  const agents = readmeAgents();

  it('is there for each kit, in three lines', () => {
    expect(agents.map(({ kit }) => kit).sort()).toEqual(Object.keys(KITS).sort());
    const { exports } = JSON.parse(readFileSync(join(top, '../packages/dialects/package.json'), 'utf8'));
    const doors = Object.keys(exports).filter(
      (door) => !['.', './schemas', './internal/*', './package.json'].includes(door),
    );
    expect(doors.map((door) => door.slice(2)).sort()).toEqual(Object.keys(KITS).sort());
    for (const { code } of agents) {
      const lines = code.split('\n').filter((line) => line !== '' && !line.startsWith('import '));
      expect(lines).toHaveLength(3);
    }
  });

  it('passes the type checker', () => {
    mkdirSync(room, { recursive: true });
    const files = agents.map((agent) => programOf(agent));
    const project = join(room, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ extends: '../../tsconfig.json', files, include: [] }));
    const tsc = join(top, '..', 'node_modules', 'typescript', 'bin', 'tsc');
    expect(execFileSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })).toBe('');
  });

  it.each(agents)('writes a file, and shows its model a failure and an image: $kit', async (agent) => {
    using project = openProject({ 'dot.png': Buffer.from(png, 'base64') });
    const kit = kitOf(agent.kit);
    const { write, read } = CALLS[kit.dialect];
    const script = inOrder([
      write(join(project.root, 'notes.txt')),
      write(join(project.root, '../notes.txt')),
      read(join(project.root, 'dot.png')),
    ]);
    const played = await runAgent(programOf(agent), project.root, { ...kit, script });

    const [written, refused, image] = shownBy(played);
    expect(readFileSync(join(project.root, 'notes.txt'), 'utf8')).toBe('42');
    expect(written?.text).toContain('notes.txt');
    expect(refused?.text).toContain('is outside the allowed directories');
    const failures = played.requests.map((request) => kit.failure.test(request));
    expect([failures.slice(0, 2), failures.includes(true)]).toEqual([[false, false], true]);
    expect(image).toMatchObject(kit.showsImages ? { images: [{ data: png }] } : { text: '(image/png)' });
    expect(played.output).toContain('Done.');
    expect(played.errors).not.toMatch(/deprecated|end-of-life|unknown/i);
  });
});

describe('a program of the examples', () => {
  const names = readdirSync(top).filter((name) => name.endsWith('.ts') && !/^(vitest|mcp|checkpoints)/.test(name));

  it.each(names)('answers a question about a project: %s', async (name) => {
    using project = openProject({ 'plan.md': 'To the moon.\n' });
    const code = readFileSync(join(top, name), 'utf8');
    const imported = /from '@dragoman\/dialects\/([^']+)'/.exec(code)?.[1];
    const kit = imported === undefined ? AGENTS_SDK : kitOf(imported);
    const { read } = CALLS[dialectIn(code) ?? kit.dialect];
    const script = inOrder([read(join(project.root, 'plan.md'))]);
    const played = await runAgent(join(top, name), project.root, { ...kit, script });
    expect(played.requests[0]).toContain('What does this project do?');
    expect(played.requests[0]).toContain('Allowed directories');
    expect(shownBy(played)[0]?.text).toContain('To the moon.');
    // What the program itself learnt from its tools, which it knows by their types.
    expect(`${played.errors}${played.requests[0]}`).toMatch(/plan\.md\b|^Files: 1$/m);
    expect(played.output).toBe('Done.\n');
    expect(played.errors).not.toMatch(/deprecated|end-of-life|unknown/i);
  });

  it('changes files as the Agents SDK asks for it, and says what failed', async () => {
    using project = openProject({ 'plan.md': 'To the moon.\n', 'old.md': '', 'dot.png': Buffer.from(png, 'base64') });
    const update = { type: 'update_file', path: 'plan.md', diff: '@@\n-To the moon.\n+To Mars.' };
    const script = inOrder([
      operation(update),
      operation(update),
      operation({ type: 'create_file', path: 'new.md', diff: '+new' }),
      operation({ type: 'delete_file', path: 'old.md' }),
      { tool: 'view_image', args: { path: join(project.root, 'dot.png') } },
    ]);
    const { turn, requests } = await runAgent(join(top, 'openai-agents.ts'), project.root, { ...AGENTS_SDK, script });
    const [updated, failed, , , image] = turn.shown;
    expect(updated?.text).toContain('M plan.md');
    expect(failed?.text).toMatch(/^apply_patch verification failed: Failed to find expected lines in /);
    expect(requests.map((request) => AGENTS_SDK.failure.test(request)).indexOf(true)).toBe(2);
    expect(image).toMatchObject({ images: [{ data: png }] });
    expect(readdirSync(project.root).sort()).toEqual(['dot.png', 'new.md', 'plan.md']);
    expect(readFileSync(join(project.root, 'plan.md'), 'utf8')).toBe('To Mars.\n');
  });

  it('remembers in files that are the user’s alone, by tools that the service knows by their type', async () => {
    using project = openProject({ 'plan.md': 'To the moon.\n' });
    const memory = (args: object): Call => ({ tool: 'memory', args: { ...args } });
    const script = inOrder([
      memory({ command: 'view', path: '/memories' }),
      memory({ command: 'create', path: '/memories/plans/moon.md', file_text: 'To the moon.\n' }),
      memory({ command: 'create', path: '/memories/../plan.md', file_text: 'To Mars.\n' }),
      memory({ command: 'view', path: '/memories/plans/moon.md' }),
    ]);
    const played = await runAgent(join(top, 'anthropic-memory.ts'), project.root, { ...kitOf('anthropic'), script });
    const [listed, created, refused, viewed] = shownBy(played);
    expect(listed?.text).toMatch(/^Here're the files and directories up to 2 levels deep in \/memories, /);
    expect(created?.text).toBe('File created successfully at: /memories/plans/moon.md');
    expect(refused?.text).toBe('Path /memories/../plan.md would escape /memories directory');
    expect(viewed?.text).toContain('     1\tTo the moon.');
    expect(readFileSync(join(project.root, 'plan.md'), 'utf8')).toBe('To the moon.\n');
    expect(statSync(join(project.root, '.memory/plans/moon.md')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(played.requests[0] ?? '').tools).toEqual([
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
      { type: 'memory_20250818', name: 'memory' },
    ]);
    expect(played.requests.map((request) => /"is_error":true/.test(request)).indexOf(true)).toBe(3);
  });

  it.each([
    ['all of it', false, ['Took back 2 changes', 'There is no turn 2'], 'To the moon.\n'],
    [
      'nothing that a person has changed since',
      true,
      ['Took back 0 of 2 changes: a file has changed since'],
      'By hand.\n',
    ],
  ])('takes back what a turn and those after it changed: %s', async (_, isEdited, said, content) => {
    using project = openProject({ 'plan.md': 'To the moon.\n' });
    const plan = join(project.root, 'plan.md');
    const edits = [edit(plan, 'the moon', 'Mars'), edit(plan, 'Mars', 'Venus')];
    const script: Script = (shown) => {
      if (shown.length === 0) return edits.shift();
      if (edits.length === 0 && isEdited) writeFileSync(plan, 'By hand.\n');
      return undefined;
    };
    const args = ['To Mars', 'To Venus', '/restore 1', '/restore 2'].slice(0, 2 + said.length);
    using state = openProject({});
    const part = { ...kitOf('anthropic'), args, script, env: { XDG_STATE_HOME: state.root } };
    const played = await runAgent(join(top, 'checkpoints.ts'), project.root, part);
    expect(played.output).toBe(['Done.', 'Done.', ...said, ''].join('\n'));
    expect(readFileSync(plan, 'utf8')).toBe(content);
  });

  it('serves the tools to a client in the same process', async () => {
    using project = openProject({});
    const { output } = await runProgram(join(top, 'mcp-in-memory.ts'), project.root);
    const [content, isError] = JSON.parse(output);
    expect([content[0].text, isError]).toEqual([expect.stringContaining('hello.txt'), true]);
    expect(readFileSync(join(project.root, 'hello.txt'), 'utf8')).toBe('hello\n');
  });
});

function edit(path: string, old_str: string, new_str: string): Call {
  return { tool: 'str_replace_based_edit_tool', args: { command: 'str_replace', path, old_str, new_str } };
}

function dialectIn(code: string): Kit['dialect'] | undefined {
  return Object.keys(CALLS).find((name): name is Kit['dialect'] => code.includes(`dialect: '${name}'`));
}

/** The model makes one call after another. */
function inOrder(calls: readonly Call[]): Script {
  return (shown) => calls[shown.length];
}

function operation(change: object): Call {
  return { tool: 'apply_patch', args: { operation: change } };
}

function shownBy({ turn }: ProgramRun): readonly ShownResult[] {
  return turn.shown;
}

function kitOf(name: string): Kit {
  const kit = KITS[name];
  if (kit === undefined) throw new Error(`No kit is named "${name}"`);
  return kit;
}

function programOf({ kit, code }: { readonly kit: string; readonly code: string }): string {
  mkdirSync(room, { recursive: true });
  const file = join(room, `${basename(kit)}.ts`);
  writeFileSync(file, code);
  return file;
}

/** A directory with these files, which goes with the test's scope. */
function openProject(files: Readonly<Record<string, string | Buffer>>) {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-example-')));
  const root = join(parent, 'project');
  mkdirSync(root);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return { root, [Symbol.dispose]: () => rmSync(parent, { recursive: true }) };
}
