import { ToolError } from '@dragoman/fs-core';
import type { DirectoryOutcome, ImageOutcome, ViewedLines } from '@dragoman/outcomes';
import { type Call, type Session, viewLinesOrTree } from '@dragoman/tools';
import { rangeIn } from '../several-commands.ts';

/** The file or directory that a path leads to. */
export type ViewOutcome = ViewedLines | ImageOutcome | DirectoryOutcome;

interface ViewArguments {
  readonly path: string;
  readonly view_range?: readonly number[] | undefined;
}

/** Does what the command `view` asks for. @throws ToolError `INVALID_ARGUMENT`, `INVALID_RANGE`; as `viewLinesOrTree` */
export async function view(session: Session, { path, view_range }: ViewArguments, call: Call): Promise<ViewOutcome> {
  const range = rangeIn(view_range);
  const viewed = await viewLinesOrTree(session, { path, range: range && asked(range) }, call);
  if (viewed.kind === 'directory' && range !== null) throw rangeOfDirectory(path);
  return viewed;
}

function asked([startLine, end]: readonly [number, number]) {
  return { startLine, endLine: end === -1 ? null : end, pastEnd: 'refuse' } as const;
}

function rangeOfDirectory(path: string): ToolError {
  return new ToolError(
    { code: 'INVALID_ARGUMENT', problem: 'range-of-directory', path },
    `Cannot show lines of "${path}": it is a directory`,
  );
}
