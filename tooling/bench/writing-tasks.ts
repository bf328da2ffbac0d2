import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceText } from './inputs.ts';
import { callTool } from './servers.ts';
import type { Task, Way } from './tasks.ts';
import { bare, dragoman, official } from './ways.ts';
import { editing, editingBare, REST, SYNCED, writing } from './write-calls.ts';

const SMALL = `${sourceText(1023)}\n`;

const write: Task = {
  title: 'Write 1 KB',
  ways: [
    bare(
      'replace',
      SYNCED,
      writing('bare', SMALL, (path, content) => ({ path, content })),
    ),
    official(
      'write_file',
      writing('official', SMALL, (path, content) => ({ path, content })),
    ),
    dragoman(
      'editor',
      'create_file',
      writing('editor', SMALL, (path, content) => ({ path, content })),
    ),
    dragoman(
      'claude-code',
      'Write',
      writing('claude-code', SMALL, (file_path, content) => ({ file_path, content })),
    ),
    dragoman(
      'gemini',
      'write_file',
      writing('gemini', SMALL, (file_path, content) => ({ file_path, content })),
    ),
    writtenByLines(),
  ],
};

/** `write_code` knows no files, only their lines: there is one before. */
function writtenByLines(): Way {
  const name = 'budgeted';
  const call = writing(name, SMALL, (file_path, replacement) => {
    return { file_path, start_line: 1, end_line: linesIn(SMALL), replacement };
  });
  return dragoman('budgeted', 'write_code', {
    ...call,
    async args(scope, server) {
      const prepared = await call.args(scope, server);
      writeFileSync(join(scope.directory, name), SMALL);
      return prepared;
    },
  });
}

const byEditor = editing('editor', { args: ({ path, from, to }) => ({ path, old_str: from, new_str: to }) });
const byClaudeCode = editing('claude-code', {
  args: ({ path, from, to }) => ({ file_path: path, old_string: from, new_string: to }),
  before: (server, path) => callTool(server, 'Read', { file_path: path }),
});
const byGemini = editing('gemini', {
  args: ({ path, from, to }) => ({ file_path: path, old_string: from, new_string: to }),
});
const byPatch = editing('codex', {
  args({ path, from, to }) {
    return { input: ['*** Begin Patch', `*** Update File: ${path}`, `-${from}`, `+${to}`, '*** End Patch'].join('\n') };
  },
});
const byLine = editing('budgeted', {
  args({ path, to }) {
    const last = linesIn(REST) + 1;
    return { file_path: path, start_line: last, end_line: last, replacement: `${to}\n` };
  },
});
const byOfficial = editing('official', {
  args: ({ path, from, to }) => ({ path, edits: [{ oldText: from, newText: to }] }),
});

const edit: Task = {
  title: 'Edit a word in 96 KB',
  ways: [
    bare('edit', `read, replace, ${SYNCED}`, editingBare('bare')),
    official('edit_file', byOfficial),
    dragoman('editor', 'str_replace', byEditor),
    dragoman('claude-code', 'Edit', byClaudeCode),
    dragoman('gemini', 'replace', byGemini),
    dragoman('codex', 'apply_patch', byPatch),
    dragoman('budgeted', 'write_code', byLine),
  ],
};

export const writingTasks: readonly Task[] = [write, edit];

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
