import { resolve } from 'node:path';
import { type Options, sessionOptionsOf, unnamedDirectory } from '@dragoman/dialects/internal/options';
import { ToolError } from '@dragoman/fs-core';
import { resolvedAsFarAs } from '@dragoman/fs-core/internal/kernel';
import {
  buildIndexes,
  clearIndexes,
  examineIndexes,
  isTooLarge,
  type TreeIndex,
} from '@dragoman/tools/internal/indexes';
import type { Invocation } from '../cli-context.ts';
import type { GivenFlags } from '../flags.ts';
import { jsonLine } from '../json-line.ts';
import { localOptions, optionsFrom, sessionFrom } from '../options.ts';
import { commandWords } from '../program-flags.ts';
import { openProgressLine } from '../progress.ts';
import { refuse } from '../refuse.ts';
import { UsageError } from '../usage-error.ts';
import { type IndexAction, isIndexAction } from './index-actions.ts';
import { textOf } from './index-text.ts';

interface Task {
  readonly context: Invocation['context'];
  readonly given: GivenFlags;
  readonly options: ReturnType<typeof sessionOptionsOf>;
  /** Absolute. */
  readonly path: string | undefined;
}

const ACTIONS: Readonly<Record<IndexAction, (task: Task) => Promise<number>>> = { status, build, clear };

/** `index`: what spares searches of a large tree files. The exit status is 1 where a tree has no index. */
export async function manageIndexes({ words, context }: Invocation): Promise<number> {
  const given = commandWords(words, 2);
  const [action, named] = given.operands;
  if (!isIndexAction(action)) throw new UsageError('dragoman index needs one of status, build, clear');
  const path = named === undefined ? undefined : resolve(context.cwd, named);
  const local = localOptions(optionsFrom(given.values, context), context);
  const chosen: Options = { ...local, shell: 'off', ...(path !== undefined && { workdir: path, allow: [path] }) };
  const unnamed = unnamedDirectory(chosen);
  if (unnamed !== null && action === 'build') throw unnamed;
  // Says which option is at fault, if one is.
  await (await sessionFrom(chosen, context)).close();
  const options = sessionOptionsOf(chosen);
  try {
    return await ACTIONS[action]({ context, given, options, path });
  } catch (error) {
    if (isTooLarge(error)) return refuse([error.message], given, context);
    if (error instanceof ToolError && error.code !== 'CANCELLED' && error.code !== 'CONFLICT') throw error;
    if (error instanceof ToolError) return refuse([reasonOf(error)], given, context);
    throw error;
  }
}

function reasonOf(error: ToolError): string {
  return error.code === 'CONFLICT' ? 'Another process builds this index' : 'The index was not built';
}

async function status({ options, ...task }: Task): Promise<number> {
  return print(await examineIndexes(options), task);
}

async function build({ options, ...task }: Task): Promise<number> {
  const { context } = task;
  using line = openProgressLine('index', context.stderr);
  const onProgress = (root: string, files: number): void =>
    line.report({ done: files, message: `${root}, ${files} files` });
  return print(await context.interruption.during((signal) => buildIndexes(options, { signal, onProgress })), task);
}

async function clear({ options, path, context, given }: Task): Promise<number> {
  const count = await clearIndexes(options, path === undefined ? undefined : resolvedAsFarAs(path));
  context.stdout.write(given.values.has('json') ? jsonLine({ removed: count }) : `${count} removed\n`);
  return 0;
}

function print(trees: readonly TreeIndex[], { context, given }: Pick<Task, 'context' | 'given'>): number {
  const text = trees.map((tree) => `${textOf(tree)}\n`).join('');
  context.stdout.write(given.values.has('json') ? jsonLine(trees) : text);
  return trees.every(({ index }) => typeof index === 'object') ? 0 : 1;
}
