import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTree, type ServedDialect, serve } from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIFFERENCES } from './differences.ts';
import { plantTree, treeAt } from './trees.mjs';

type Files = Readonly<Record<string, string>>;

interface RecordedCase {
  readonly tree: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Files that are otherwise than before; null for one that is gone. */
  readonly after: Readonly<Record<string, string | null>>;
}

type Answer = Pick<RecordedCase, 'text' | 'after'>;

interface Recording {
  readonly version: string;
  readonly trees: Readonly<Record<string, Files>>;
  readonly cases: readonly RecordedCase[];
}

const recording: Recording = JSON.parse(readFileSync(join(import.meta.dirname, 'recording.json'), 'utf8'));

/** A server over a tree of the recording. */
async function serveTree(name: string): Promise<ServedDialect> {
  const tree = await openTree({});
  plantTree(tree.root, recording.trees[name] ?? {});
  return await serve('gemini-cli', tree, { args: ['--workdir', tree.root, '--shell', 'unrestricted'] });
}

async function ours({ tree, tool, args }: RecordedCase, server: ServedDialect): Promise<Answer> {
  const { root } = server.tree;
  const { content } = await server.call(tool, JSON.parse(JSON.stringify(args).replaceAll('ROOT', root)));
  const text = content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
  return { text: shown(text, root), after: changes(recording.trees[tree] ?? {}, treeAt(root)) };
}

function shown(text: string, root: string): string {
  return text
    .replaceAll(root, 'ROOT')
    .replaceAll(dirname(root), 'PARENT')
    .replace(/(PGID: )\d+/, '$1N');
}

function changes(before: Files, after: Files): Readonly<Record<string, string | null>> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name] ?? null]),
  );
}

/** A call as the table of differences names it. */
function nameOf({ tool, args }: RecordedCase): string {
  return `${tool} ${JSON.stringify(args)}`;
}

/** Tools that change nothing, so that all their calls can be made in one tree. */
const READING: ReadonlySet<string> = new Set([
  ...['read_file', 'grep_search', 'glob', 'list_directory', 'read_many_files'],
]);

describe(`the tools of Gemini CLI ${recording.version}`, () => {
  const differing = new Map(
    Object.entries(DIFFERENCES).flatMap(([difference, calls]) => calls.map((call) => [call, difference] as const)),
  );

  const served = new Map<string, ServedDialect>();
  const close = async (server: ServedDialect): Promise<void> => {
    await server[Symbol.asyncDispose]();
    await server.tree[Symbol.asyncDispose]();
  };
  beforeAll(async () => {
    for (const name of Object.keys(recording.trees)) served.set(name, await serveTree(name));
  });
  afterAll(async () => {
    for (const server of served.values()) await close(server);
  });

  const answerOf = async (recorded: RecordedCase): Promise<Answer> => {
    const shared = READING.has(recorded.tool) ? served.get(recorded.tree) : undefined;
    const server = shared ?? (await serveTree(recorded.tree));
    try {
      return await ours(recorded, server);
    } finally {
      if (shared === undefined) await close(server);
    }
  };

  it.each(recording.cases.map((each) => [nameOf(each), each] as const))('%s', async (name, recorded) => {
    const answer = await answerOf(recorded);
    const { text, after } = recorded;
    // A difference that is none any more is to be struck out.
    if (differing.has(name)) expect([differing.get(name), answer]).not.toEqual([differing.get(name), { text, after }]);
    else expect(answer).toEqual({ text, after });
  });

  it('differ nowhere else', () => {
    const known = new Set(recording.cases.map(nameOf));
    expect([...differing.keys()].filter((name) => !known.has(name))).toEqual([]);
  });
});
