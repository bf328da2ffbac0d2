// A short tour of the tools on this repository, with the built server, a real client and a real pipe. With arguments,
// it runs the command line instead: `start view README.md --view_range 1,5`.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const top = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const builtApp = (name) => join(top, 'apps', name, 'dist', 'main.js');

const chapters = [
  {
    dialect: 'editor',
    about: 'Anthropic’s text editor tool',
    calls: [
      ['view', { path: 'LICENSE', view_range: [1, 3] }],
      [
        'create_file',
        { path: '.tour/greet.js', content: "const greet = (name) => 'Hello ' + name;\n\ngreet('you');\n" },
      ],
      ['str_replace', { path: '.tour/greet.js', old_str: "'Hello ' + name", new_str: '`Hello, $' + '{name}!`' }],
      ['str_replace', { path: '.tour/greet.js', old_str: "greet( 'you' )", new_str: "greet('all')" }],
      ['grep', { pattern: 'hello', path: '.tour', case_insensitive: true, output_mode: 'content' }],
      ['view', { path: '/etc/passwd' }],
    ],
  },
  {
    dialect: 'claude',
    about: 'Claude Code today',
    calls: [
      ['Read', { file_path: 'LICENSE', limit: 1 }],
      ['Edit', { file_path: 'LICENSE', old_string: 'MIT', new_string: 'ISC', dry_run: true }],
      ['Grep', { pattern: 'copyright (?!notice)', path: 'LICENSE', '-i': true, output_mode: 'content' }],
    ],
  },
  {
    dialect: 'claude-code',
    about: 'Claude Code before',
    calls: [
      ['Edit', { file_path: join(top, 'LICENSE'), old_string: 'MIT', new_string: 'ISC' }],
      ['Read', { file_path: join(top, 'LICENSE'), limit: 3 }],
      ['Write', { file_path: join(top, '.tour', 'crlf.txt'), content: 'one\r\ntwo\r\n' }],
      ['Edit', { file_path: join(top, '.tour', 'crlf.txt'), old_string: 'one\ntwo', new_string: 'one\ntwo\nthree' }],
    ],
  },
  {
    dialect: 'gemini',
    about: 'Gemini CLI',
    calls: [
      ['read_file', { absolute_path: join(top, 'LICENSE'), limit: 3 }],
      ['replace', { file_path: join(top, 'LICENSE'), old_string: 'Software', new_string: 'Program' }],
      ['search_file_content', { pattern: 'copyright (?!notice)', include: 'LICENSE' }],
    ],
  },
  {
    dialect: 'gemini-cli',
    about: 'Gemini CLI of today',
    calls: [
      ['read_file', { file_path: 'LICENSE', end_line: 3 }],
      ['replace', { file_path: 'LICENSE', instruction: 'Rename it.', old_string: 'Software', new_string: 'Program' }],
      ['grep_search', { pattern: 'copyright (?!notice)', include_pattern: 'LICENSE', context: 0 }],
    ],
  },
  {
    dialect: 'codex',
    about: 'Codex',
    calls: [
      [
        'apply_patch',
        {
          input:
            '*** Begin Patch\n*** Add File: .tour/one.txt\n+one\n*** Update File: LICENSE\n-ISC License\n+MIT\n*** End Patch',
        },
      ],
      ['read_file', { file_path: join(top, 'LICENSE'), limit: 3 }],
      ['list_dir', { dir_path: join(top, 'examples'), depth: 1, limit: 3 }],
    ],
  },
  {
    dialect: 'filesystem',
    about: 'those who know the official filesystem server',
    calls: [
      ['read_text_file', { path: 'LICENSE', head: 1 }],
      ['list_directory', { path: 'packages/patch/src/lib' }],
      ['edit_file', { path: 'LICENSE', edits: [{ oldText: 'no such text', newText: '' }] }],
    ],
  },
  {
    dialect: 'text_editor',
    about: 'Anthropic’s Messages API',
    calls: [
      ['str_replace_based_edit_tool', { command: 'view', path: join(top, 'LICENSE'), view_range: [1, 1] }],
      [
        'str_replace_based_edit_tool',
        { command: 'str_replace', path: join(top, 'LICENSE'), old_str: 'the', new_str: 'a' },
      ],
    ],
  },
  {
    dialect: 'agent',
    about: 'the agent toolset of Anthropic’s SDK',
    calls: [
      ['read', { file_path: 'LICENSE', view_range: [1, 1] }],
      ['grep', { pattern: 'copyright', path: 'LICENSE' }],
    ],
  },
  {
    dialect: 'budgeted',
    about: 'programs that count tokens',
    calls: [
      ['read_code', { file_path: 'LICENSE', start_line: 3, end_line: 3, max_tokens: 40, metadata_level: 'minimal' }],
      [
        'write_code',
        { file_path: 'LICENSE', start_line: 1, end_line: 1, replacement: 'ISC', preconditions: { total_lines: 99 } },
      ],
    ],
  },
];

const args = process.argv.slice(2);
if (args.length > 0) {
  const { status } = spawnSync(process.execPath, [builtApp('cli'), ...args], { cwd: top, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  await tour();
}

async function tour() {
  say(
    'One engine, a dialect for each family of models. Above each bar what was called, beside it what the model sees.',
  );
  try {
    for (const chapter of chapters) await visit(chapter);
  } finally {
    rmSync(join(top, '.tour'), { recursive: true, force: true });
  }
  say('\nYour turn: npx -y pnpm@12.4.2 start view README.md --view_range 1,5');
}

async function visit({ dialect, about, calls }) {
  const client = new Client({ name: 'tour', version: '1.0.0' });
  const server = [builtApp('mcp-stdio'), '--dialect', dialect, '--log-level', 'warn'];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: server, cwd: top, stderr: 'inherit' }),
  );
  const { tools } = await client.listTools();
  const offered = new Set(tools.map(({ name }) => name));
  say(`\n${bold(`--dialect ${dialect}`)}, for ${about}: ${[...offered].join(', ')}`);
  for (const [name, input] of calls.filter(([tool]) => offered.has(tool))) {
    const result = await client.callTool({ name, arguments: input });
    say(`\n${bold(name)} ${JSON.stringify(input)}`);
    const mark = result.isError ? red('✗') : green('│');
    for (const line of result.content.flatMap(linesOf)) say(`${mark} ${line}`.trimEnd());
  }
  await client.close();
}

function linesOf(block) {
  return block.type === 'text' ? block.text.trimEnd().split('\n') : [`(${block.type}, ${block.mimeType})`];
}

/** Prints a line without the path of this clone. */
function say(line) {
  console.log(line.replaceAll(top, '/repo'));
}

function bold(text) {
  return paint(text, 1);
}

function green(text) {
  return paint(text, 32);
}

function red(text) {
  return paint(text, 31);
}

function paint(text, code) {
  return process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text;
}
