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
  const without = path.slice(1).replace(/^[\\/]+/, '');
  if (!path.startsWith('@') || without === '' || (await isThere(session, path, signal))) return path;
  const [first = ''] = path.split(/[\\/]/, 1);
  // A new file in a directory of such a name belongs there.
  return first.length > 1 && first !== path && (await isThere(session, first, signal)) ? path : without;
}

/** True if something has the name, or if it must not be known whether it has. */
async function isThere({ volume, workdir }: Session, path: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    using _ = await volume.open(resolvedPath(workdir, path), { for: 'names', signal });
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.code !== 'NOT_FOUND' && error.code !== 'NOT_DIRECTORY';
  }
}

/** Leaves out what Gemini CLI's scheduler adds to the arguments of every tool. */
export function withoutScheduling({ wait_for_previous: _, ...args }: Arguments): Arguments {
  return args;
}
