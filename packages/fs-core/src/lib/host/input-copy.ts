import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orUndo } from '../errors/best-effort.ts';

/** A file that holds what was read from stdin, for tools that know files only. Disposing removes it. */
export interface InputCopy extends Disposable {
  /** Absolute: a directory of this user's own, which holds nothing else. */
  readonly directory: string;
  readonly path: string;
}

/** Copies bytes into a new file, which lies in a new directory among the system's temporary ones. */
export function openInputCopy(bytes: Uint8Array): InputCopy {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-stdin-')));
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  const path = join(directory, 'stdin');
  orUndo(remove, () => writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' }));
  return { directory, path, [Symbol.dispose]: remove };
}
