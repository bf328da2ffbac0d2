import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import type { SessionOptions } from '@dragoman/tools';
import { expect, it } from 'vitest';
import { createToolset } from '../../src/index.ts';

type Files = Parameters<typeof openTree>[0];
type Args = Readonly<Record<string, unknown>>;

/** A call with its whole text, or what somebody else does between calls. `ROOT` stands for the working directory. */
export type Step = readonly [tool: string, args: Args, text: string | RegExp] | ((tree: TemporaryTree) => void);

/** A situation, its files, and what happens in it. */
export type Scenario = readonly [situation: string, files: Files, ...steps: Step[]];

/** Plays each situation on real files in a session of its own. A text that begins with `! ` is that of an error. */
export function play(scenarios: readonly Scenario[], options: Partial<SessionOptions> = {}): void {
  const played = scenarios.map(([situation, files, ...steps]) => ({ situation, files, steps }));
  it.each(played)('$situation', async ({ files, steps }) => {
    await using tree = await openTree(files);
    await using toolset = await createToolset({ dialect: 'claude', session: { workdir: tree.root, ...options } });
    const call: (name: string, args: unknown) => ReturnType<typeof toolset.call> = toolset.call as never;
    for (const step of steps) {
      if (typeof step === 'function') {
        step(tree);
        continue;
      }
      const [tool, args, expected] = step;
      const result = await call(tool, JSON.parse(JSON.stringify(args).replaceAll('ROOT', tree.root)));
      const blocks = result.content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)));
      const text = (result.isError ? '! ' : '') + blocks.join('\n').replaceAll(tree.root, 'ROOT');
      if (typeof expected === 'string') expect(text).toBe(expected);
      else expect(text).toMatch(expected);
    }
  });
}

/** Step by which somebody else gives a file another content. */
export function changes(name: string, content: string): Step {
  return (tree) => writeFileSync(tree.path(name), content);
}

/** Step by which somebody else gives a file another time, and its bytes again. */
export function touches(name: string): Step {
  return (tree) => utimesSync(tree.path(name), new Date(2001, 1), new Date(2001, 1));
}

/** Step that looks at the bytes of a file. */
export function holds(name: string, content: string | Buffer): Step {
  return (tree) =>
    expect(readFileSync(tree.path(name)).toString('latin1')).toBe(Buffer.from(content).toString('latin1'));
}

/** Step that gives files times, each a second later than the one before. */
export function ages(...names: string[]): Step {
  return (tree) => {
    for (const [index, name] of names.entries()) {
      const time = new Date(2020, 1, 1, 1, 1, index);
      utimesSync(tree.path(name), time, time);
    }
  };
}
