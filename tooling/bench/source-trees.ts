import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { sourceText } from './inputs.ts';

/** How many files a generated tree has. */
type TreeSize = 10 | 2_900 | 100_000 | 300_000;

export type Tree = TreeSize | 'repository';

// The bundle of this file lies one level deeper than its source.
const REPOSITORY = join(import.meta.dirname, '../../..');

const EXTENSIONS = ['ts', 'js', 'json', 'md', 'css', 'py', 'ts'];
const FILES_A_DIRECTORY = 50;
const FILE_BYTES = 4_096;
const made = new Map<TreeSize, string>();

/**
 * The path of a tree of sources: this very repository, or one made once for all scenarios, where one file in twenty
 * holds the word "needle".
 */
export function sourceTree(tree: Tree): string {
  return tree === 'repository' ? REPOSITORY : generatedTree(tree);
}

function generatedTree(size: TreeSize): string {
  const known = made.get(size);
  if (known !== undefined) return known;
  const root = mkdtempSync(join(tmpdir(), 'dragoman-sources-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  const text = sourceText(FILE_BYTES);
  for (let file = 0; file < size; file++) {
    const directory = join(root, directoryOf(Math.floor(file / FILES_A_DIRECTORY)));
    if (file % FILES_A_DIRECTORY === 0) mkdirSync(directory, { recursive: true });
    const word = file % 20 === 0 ? `const needle = ${file};\n` : '';
    writeFileSync(join(directory, `file${file}.${EXTENSIONS[file % EXTENSIONS.length]}`), word + text);
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n*.log\n/dist/\n!keep.log\n');
  made.set(size, root);
  return root;
}

/** The relative path of a directory three levels deep, with at most ten directories in each. */
function directoryOf(number: number): string {
  return [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10].map((part) => `part${part}`).join('/');
}
