import type { TreeNode } from '@dragoman/testing';

export type Files = Readonly<Record<string, TreeNode>>;

export type Args = Readonly<Record<string, unknown>>;

/** A call; `{cwd}` in its arguments stands for the working directory. */
export interface Case {
  /** A name of its own among all cases. */
  readonly name: string;
  readonly tool: string;
  readonly args: Args;
  /** Files that someone else writes before the call. */
  readonly meanwhile?: Files;
}

/** Calls one after another in one tree, each in a state that those before it left. */
export interface Session {
  readonly name: string;
  readonly files: Files;
  readonly cases: readonly Case[];
}

/** A case whose file has a name of its own, made of the case's. */
export type FileRow = readonly [name: string, content: TreeNode | undefined, args: Args, extension?: string];

/** Session in which each call has a file of its own. */
export function fileSession(tool: string, path: 'file_path' | 'notebook_path', rows: readonly FileRow[]): Session {
  const name = tool.toLowerCase();
  const files: Record<string, TreeNode> = {};
  const cases = rows.map(([what, content, args, extension = 'txt']) => {
    const file = `${what.replaceAll(/[^a-z0-9]+/gi, '-')}.${extension}`;
    if (content !== undefined) files[file] = content;
    return { name: `${name}: ${what}`, tool, args: { [path]: file, ...args } };
  });
  return { name, files, cases };
}

/** Session in which all calls of a tool have the same files. */
export function treeSession(
  tool: string,
  files: Files,
  rows: readonly (readonly [name: string, args: Args])[],
): Session {
  const name = tool.toLowerCase();
  return { name, files, cases: rows.map(([what, args]) => ({ name: `${name}: ${what}`, tool, args })) };
}
