import { resolve } from 'node:path';
import { ToolError } from '@dragoman/dialects';
import { resolvedAsFarAs, sessionOptionsOf } from '@dragoman/dialects/options';
import { buildIndexes, clearIndexes, examineIndexes, type TreeIndex } from '@dragoman/tools/indexes';
import type { Invocation } from '../cli-context.ts';
import type { GivenFlags } from '../flags.ts';
import { localOptions, optionsFrom } from '../options.ts';
import { commandWords } from '../program-flags.ts';
import { openProgressLine } from '../progress.ts';
import { refuse } from '../refuse.ts';
import { UsageError } from '../usage-error.ts';
import { type IndexAction, isIndexAction } from './index-actions.ts';

type Options = ReturnType<typeof sessionOptionsOf>;

interface Task {
  readonly context: Invocation['context'];
  readonly given: GivenFlags;
  readonly options: Options;
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
  const chosen = localOptions(optionsFrom(given.values, context), context);
  const options = sessionOptionsOf({
    ...chosen,
    shell: 'off',
    ...(path !== undefined && { workdir: path, allow: [path] }),
  });
  try {
    return await ACTIONS[action]({ context, given, options, path });
  } catch (error) {
    if (error instanceof RangeError) return refuse([error.message], given, context);
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
  context.stdout.write(given.values.has('json') ? `${JSON.stringify({ removed: count })}\n` : `${count} removed\n`);
  return 0;
}

function print(trees: readonly TreeIndex[], { context, given }: Pick<Task, 'context' | 'given'>): number {
  const text = trees.map((tree) => `${textOf(tree).replace(/\p{Cc}/gu, ' ')}\n`).join('');
  context.stdout.write(given.values.has('json') ? `${JSON.stringify(trees)}\n` : text);
  return trees.every(({ index }) => typeof index === 'object') ? 0 : 1;
}

const REASONS: Readonly<Record<Extract<TreeIndex['index'], string>, string>> = {
  none: 'no index; dragoman index build makes one',
  off: 'no index is used: --index is off',
  'not-local': 'no index: its files may be changed by other machines',
  'file-system': 'no index: its file system does not tell of every change',
  'no-place': 'no index: there is no directory of this user alone to keep it in',
};

export function textOf({ root, index }: TreeIndex): string {
  if (typeof index === 'string') return `${root}: ${REASONS[index]}`;
  const { files, size, builtMs, uncovered, changedDirectories } = index;
  const minutes = Math.round((Date.now() - builtMs) / 60_000);
  const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  const changed = `${uncovered} not covered, ${changedDirectories} directories changed`;
  return `${root}: index of ${files} files, ${(size / 2 ** 20).toFixed(1)} MB, ${age} old; ${changed}`;
}
