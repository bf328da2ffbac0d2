import { expandBraces } from '@dragoman/fs-core';
import { parseIgnoreRules } from '../ignore-rules.ts';

/** Whether globs ask for a path, as ripgrep's `--glob` does: the last that matches decides; null where none does. */
export type Wanted = (path: string, isDirectory: boolean) => boolean | null;

/** Compiles globs in the syntax of ignore files, where a leading `!` says what is not wanted. */
export function compileWanted(globs: readonly string[]): Wanted {
  const rules =
    globs.length === 0 ? null : parseIgnoreRules(Buffer.from(globs.flatMap((glob) => expandBraces(glob)).join('\n')));
  if (rules === null) return () => null;
  return (path, isDirectory) => {
    const names = path.split('/');
    const name = names.pop() ?? '';
    const place = names.reduce((at, outer) => rules.enter(at, outer), rules.start);
    const verdict = rules.judge(place, name, isDirectory);
    return verdict === null ? null : verdict === 'excluded';
  };
}
