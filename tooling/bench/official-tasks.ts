import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeEntries, makeLines, makeTree, sourceText } from './inputs.ts';
import type { Scope } from './scenario.ts';
import type { Task } from './tasks.ts';
import { type Args, type Call, dragoman, official } from './ways.ts';
import { editing, writing } from './write-calls.ts';

/** The same tool of the official server and of the dialect that takes its place. */
function both(title: string, tool: string, call: (who: string) => Call): Task {
  return {
    title: `\`${tool}\`: ${title}`,
    ways: [official(tool, call('official')), dragoman('filesystem', tool, call('dragoman'))],
  };
}

/** A call whose answer is the same. */
function reading(args: (scope: Scope) => Args): () => Call {
  return () => ({ args, outcome: (answer) => answer });
}

const wholeFile = reading((scope) => ({ path: makeLines(scope, 'whole', 80 * 1024) }));

/** What begins as an image of PNG does, which is all that either server looks at. */
function makeImage({ directory }: Scope): string {
  const path = join(directory, 'image.png');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  writeFileSync(path, Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(100 * 1024, 'image')]));
  return path;
}

function makeFiles(scope: Scope): string[] {
  return Array.from({ length: 10 }, (_, at) => makeLines(scope, `one-of-ten-${at}`, 8 * 1024));
}

/** A file that goes from one name to the other and back. */
function moving(who: string): Call {
  return {
    args({ directory }) {
      const [one, other] = [join(directory, `${who}-one`), join(directory, `${who}-other`)];
      writeFileSync(one, '');
      return (run) => (run % 2 === 0 ? { source: one, destination: other } : { source: other, destination: one });
    },
    outcome: (answer) => answer.replace(/ .*$/s, ''),
  };
}

/** The work of the official server's tools, in its order. */
export const officialTasks: readonly Task[] = [
  both('80 KB', 'read_file', wholeFile),
  both('80 KB', 'read_text_file', wholeFile),
  both(
    'the first ten lines of 2,000',
    'read_text_file',
    reading((scope) => ({ path: makeLines(scope, 'source', 70_000), head: 10 })),
  ),
  both(
    'an image of 100 KB',
    'read_media_file',
    reading((scope) => ({ path: makeImage(scope) })),
  ),
  both(
    'ten files of 8 KB',
    'read_multiple_files',
    reading((scope) => ({ paths: makeFiles(scope) })),
  ),
  both('1 KB', 'write_file', (who) => writing(who, `${sourceText(1023)}\n`, (path, content) => ({ path, content }))),
  both('a word in 96 KB', 'edit_file', (who) =>
    editing(who, { args: ({ path, from, to }) => ({ path, edits: [{ oldText: from, newText: to }] }) }),
  ),
  both(
    'one that is there',
    'create_directory',
    reading(({ directory }) => ({ path: directory })),
  ),
  both(
    '200 entries',
    'list_directory',
    reading((scope) => ({ path: makeEntries(scope, 'entries', 200) })),
  ),
  both(
    '200 entries',
    'list_directory_with_sizes',
    reading((scope) => ({ path: makeEntries(scope, 'entries', 200) })),
  ),
  both(
    '1,000 files',
    'directory_tree',
    reading((scope) => ({ path: makeTree(scope, 1000) })),
  ),
  both('a file', 'move_file', moving),
  both(
    '333 of 1,000 files',
    'search_files',
    reading((scope) => ({ path: makeTree(scope, 1000), pattern: '**/*.ts' })),
  ),
  both('of a file', 'get_file_info', () => ({
    args: (scope) => ({ path: makeLines(scope, 'source', 70_000) }),
    outcome: (answer) => answer.replace(/accessed: .*/, ''),
  })),
  both(
    'one',
    'list_allowed_directories',
    reading(() => ({})),
  ),
];
