import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Project extends Disposable {
  readonly root: string;
  readonly file: string;
}

/** A directory with one file for a model to read. */
export function openProject(): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-example-')));
  const file = join(root, 'notes.txt');
  writeFileSync(file, 'the answer is 42\n');
  return { root, file, [Symbol.dispose]: () => rmSync(root, { recursive: true }) };
}
