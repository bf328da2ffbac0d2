import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { rolldown } from 'rolldown';
import { type PlayedModel, playModel, type Script } from '../../test/clients/lib/played-model.ts';
import type { Protocol } from '../../test/clients/lib/protocol.ts';

export interface ProgramRun {
  readonly output: string;
  readonly errors: string;
  /** The bodies of the requests that were turns of the conversation. */
  readonly requests: readonly string[];
  readonly turn: PlayedModel['turn'];
}

export interface Part {
  readonly protocol: Protocol;
  readonly script: Script;
  /** Prefix that the kit puts before the name of a tool. */
  readonly prefix?: string;
  /** Arguments on the program's command line. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program in `directory` to its end, with a model on loopback in place of its vendor's. */
export async function runAgent(
  program: string,
  directory: string,
  { protocol, script, prefix = '', args = [], env = {} }: Part,
): Promise<ProgramRun> {
  const requests: string[] = [];
  const recorded: Protocol = {
    ...protocol,
    read(path, body) {
      const turn = protocol.read(path, body);
      if (turn !== null && turn.tools.length > 0) requests.push(JSON.stringify(body));
      return turn;
    },
  };
  await using model = await playModel({
    protocol: recorded,
    script,
    nameOf: (tool) => prefix + tool,
    unwrap: (sent) => sent,
  });
  const printed = await runProgram(program, directory, { args, env: { ...environment(directory, model.url), ...env } });
  return { ...printed, requests, turn: model.turn };
}

/** Runs a program in TypeScript to its end. @throws what it printed where it failed */
export async function runProgram(
  program: string,
  directory: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const child = spawn(process.execPath, [await compiled(program), ...args], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`${basename(program)} ended with status ${code}:\n${output}${errors}`);
  return { output, errors };
}

/** The program as JavaScript for any Node, beside the packages that it imports. */
async function compiled(program: string): Promise<string> {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.programs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${basename(program, '.ts')}.mjs`);
  const build = await rolldown({ input: program, external: isOfKit, transform: { target: 'node20.19' } });
  await build.write({ file, format: 'esm' });
  await build.close();
  return file;
}

/** True for a module that the program finds beside it; the compiler's own helpers go into the program. */
function isOfKit(specifier: string): boolean {
  return /^[^./]/.test(specifier) && !specifier.startsWith('@oxc-project/');
}

/** Nothing of the user's own, a proxy that leads nowhere, and the model under every vendor's name. */
function environment(home: string, modelUrl: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    HTTP_PROXY: modelUrl,
    HTTPS_PROXY: modelUrl,
    NO_PROXY: '127.0.0.1,localhost',
    ANTHROPIC_BASE_URL: modelUrl,
    OPENAI_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'none',
    OPENAI_API_KEY: 'none',
    MASTRA_TELEMETRY_DISABLED: '1',
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
}
