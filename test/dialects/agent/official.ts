import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { newerNode } from '../../../tooling/node-under-test.ts';

const packages = join(import.meta.dirname, '../../../packages');
const requireIn = (name: string) => createRequire(join(packages, name, 'package.json'));

/** An answer of a tool. */
export interface OfficialAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** The tools of Anthropic's SDK over a directory. */
export interface Official extends AsyncDisposable {
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<OfficialAnswer>;
}

export async function startOfficial(workdir: string): Promise<Official> {
  const entry = pathToFileURL(requireIn('dialects').resolve('@anthropic-ai/sdk/tools/agent-toolset/node')).href;
  const script = join(import.meta.dirname, 'official.mjs');
  const { rgPath } = requireIn('search')('@vscode/ripgrep');
  const PATH = `${dirname(rgPath)}${delimiter}${process.env.PATH}`;
  const child = spawn(await newerNode(), [script, entry, workdir], {
    env: { ...process.env, PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async call(name, args) {
      child.stdin.write(`${JSON.stringify({ name, args })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('The tools of the SDK have ended');
      return JSON.parse(value);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
