import { ToolError } from '@dragoman/fs-core';
import type { Call, Operation, Session } from '@dragoman/tools';
import { resolvedPath } from '../resolved-path.ts';
import type { Arguments } from '../tool.ts';

/** A path as a model gave it. @throws ToolError `INVALID_ARGUMENT` with the problem `no-path` for an empty one */
export function givenPath(path: string): string {
  if (path.trim() !== '') return path;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'no-path', path }, 'The path is empty');
}

/**
 * The operation for a path that is taken from the working directory, dots resolved. An `@` before it, by which users name
 * files to Gemini CLI, is left out if nothing has that name.
 */
export function fromWorkdir<Request extends { readonly path?: string }, Outcome>(
  operation: Operation<Request, Outcome>,
): Operation<Request, Outcome> {
  return async (session: Session, request: Request, call: Call<Outcome>) => {
    const path = await spelled(session, request.path ?? '', call);
    return operation(session, { ...request, path: resolvedPath(session.workdir, path) }, call);
  };
}

async function spelled(session: Session, path: string, { signal }: Pick<Call, 'signal'>): Promise<string> {
  const without = path.slice(1);
  const relative = without.replace(/^[\\/]+/, '');
  if (!path.startsWith('@') || relative === '' || !isMissing(await failureAt(session, path, signal))) return path;
  const [first = ''] = path.split(/[\\/]/, 1);
  // A new file in a directory of such a name belongs there.
  if (first.length > 1 && first !== path && !isMissing(await failureAt(session, first, signal))) return path;
  // What begins with a slash and leads to no allowed directory is meant from the working directory.
  const isOutside = without !== relative && (await failureAt(session, without, signal)) === 'ACCESS_DENIED';
  return isOutside ? relative : without;
}

function isMissing(code: string | null): boolean {
  return code === 'NOT_FOUND' || code === 'NOT_DIRECTORY';
}

/** Code of the failure to open what has the name; null if there is none. */
async function failureAt(
  { volume, workdir }: Session,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    using _ = await volume.open(resolvedPath(workdir, path), { for: 'names', signal });
    return null;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.code;
  }
}

/** Leaves out what Gemini CLI's scheduler adds to the arguments of every tool. */
export function withoutScheduling({ wait_for_previous: _, ...args }: Arguments): Arguments {
  return args;
}
