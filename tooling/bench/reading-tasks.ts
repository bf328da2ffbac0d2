import { makeEntries, makeLines } from './inputs.ts';
import type { Scope } from './scenario.ts';
import { shownText } from './shown-text.ts';
import type { Task } from './tasks.ts';
import { type Args, bare, type Call, dragoman, nothing, official, program } from './ways.ts';

type ArgsOf = (path: string) => Args;

/** Of about 2,000 lines of source code, the first ten: the official server reads no others but the last ones. */
function tenLines(): Task {
  const file = (scope: Scope) => makeLines(scope, 'source', 70_000);
  const ask = (args: ArgsOf): Call => ({ args: (scope) => args(file(scope)), outcome: shownText });
  return {
    title: 'Ten lines of 2,000',
    keepApart: true,
    ways: [
      nothing(),
      ...program('sed -n', { names: ['sed'], args: (scope) => ['-n', '1,10p;10q', file(scope)], outcome: shownText }),
      official(
        'read_text_file',
        ask((path) => ({ path, head: 10 })),
      ),
      dragoman(
        'editor',
        'view',
        ask((path) => ({ path, view_range: [1, 10] })),
      ),
      dragoman(
        'claude-code',
        'Read',
        ask((file_path) => ({ file_path, limit: 10 })),
      ),
      dragoman(
        'gemini',
        'read_file',
        ask((absolute_path) => ({ absolute_path, limit: 10 })),
      ),
      dragoman(
        'codex',
        'read_file',
        ask((file_path) => ({ file_path, limit: 10 })),
      ),
      dragoman(
        'budgeted',
        'read_code',
        ask((file_path) => ({ file_path, start_line: 1, end_line: 10 })),
      ),
    ],
  };
}

/** As much as every dialect shows at once. */
function wholeFile(): Task {
  const file = (scope: Scope) => makeLines(scope, 'whole', 80 * 1024);
  const ask = (args: ArgsOf): Call => ({ args: (scope) => args(file(scope)), outcome: shownText });
  return {
    title: 'All of 80 KB',
    ways: [
      bare(
        'send',
        'readFile',
        ask((path) => ({ path })),
      ),
      ...program('cat', { names: ['cat'], args: (scope) => [file(scope)], outcome: shownText }),
      official(
        'read_text_file',
        ask((path) => ({ path })),
      ),
      dragoman(
        'editor',
        'view',
        ask((path) => ({ path, view_range: [1, 10_000] })),
      ),
      dragoman(
        'claude-code',
        'Read',
        ask((file_path) => ({ file_path, limit: 10_000 })),
      ),
      dragoman(
        'gemini',
        'read_file',
        ask((absolute_path) => ({ absolute_path, limit: 10_000 })),
      ),
      dragoman(
        'codex',
        'read_file',
        ask((file_path) => ({ file_path, limit: 10_000 })),
      ),
      dragoman(
        'budgeted',
        'read_code',
        ask((file_path) => ({ file_path })),
      ),
    ],
  };
}

function listing(): Task {
  const directory = (scope: Scope) => makeEntries(scope, 'entries', 200);
  const outcome = (answer: string) => (answer.match(/entry-\d+\.ts/g) ?? []).toSorted().join('\n');
  const ask: Call = { args: (scope) => ({ path: directory(scope) }), outcome };
  return {
    title: 'List 200 entries',
    ways: [
      bare('list', 'readdir', ask),
      ...program('ls', { names: ['ls'], args: (scope) => [directory(scope)], outcome }),
      official('list_directory', ask),
      dragoman('editor', 'view', ask),
      dragoman('gemini', 'list_directory', ask),
    ],
  };
}

export const readingTasks: readonly Task[] = [tenLines(), wholeFile(), listing()];
