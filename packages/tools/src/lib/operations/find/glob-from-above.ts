import { relative, sep } from 'node:path';
import type { GlobOutcome } from '@dragoman/outcomes';
import { slashPath } from '../../native-path.ts';
import type { CallOptions, Session } from '../../session.ts';
import { type GlobRequest, glob } from './glob.ts';
import { globBelow } from './glob-below.ts';

/**
 * Finds like `glob`, but where nothing matches, a pattern that counts from the working directory is meant so, too.
 * @example await globFromAbove(session, { pattern: 'src/*.ts', path: 'src', kinds: 'files', hidden: true, ignoreFiles: 'git' }, call)
 */
export async function globFromAbove(session: Session, request: GlobRequest, call: CallOptions): Promise<GlobOutcome> {
  const { pattern, path = '' } = request;
  const found = await glob(session, request, call);
  const names = relative(session.workdir, session.resolve(path || '.')).split(sep);
  if (found.total + found.ignored > 0 || names.includes('..') || names.includes('')) return found;
  const below = await globBelow(slashPath(pattern), names);
  if (below === null) return found;
  const meant = await glob(session, { ...request, pattern: below }, call);
  return meant.total + meant.ignored > 0 ? { ...meant, pattern } : found;
}
