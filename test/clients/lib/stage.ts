import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { openTree, plantTree, SERVER, type TreeNode } from '@dragoman/testing';
import type { Client } from './client.ts';
import { documentedConfiguration } from './documented-configuration.ts';
import { type PlayedModel, playModel, type Script } from './played-model.ts';
import type { OfferedTool, ShownResult } from './protocol.ts';

export interface StageOptions {
  /** Files of the workspace, the directory in which the client is started. */
  readonly workspace?: Readonly<Record<string, TreeNode>>;
  /** Files of a directory beside it. */
  readonly elsewhere?: Readonly<Record<string, TreeNode>>;
  /** Arguments of the server beyond the documented configuration; `{}` is the directory of all these. */
  readonly serverArgs?: readonly string[];
  /** Also switches off, as documented, what the client brings of the same kind. */
  readonly withoutTwins?: boolean;
  /** Directory that the server is started in; `{}` is the same. Default: where the client starts it. */
  readonly serverDirectory?: string;
}

/** The directories of a test in which a client can be started, with a home of its own; they go with the test's scope. */
export interface Stage extends AsyncDisposable {
  /** Holds `workspace`, `elsewhere` and the client's `home`. */
  readonly root: string;
  path(...names: string[]): string;
  /** Starts the client, whose model follows a script. */
  start(script: Script): Promise<Conversation>;
  /** Starts it and waits for its end. */
  play(script: Script): Promise<ClientRun>;
  /** The process ids of all servers that the client has started. */
  servers(): readonly number[];
}

export interface Conversation extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Waits for the end of the process. */
  end(): Promise<ClientRun>;
}

export interface ClientRun {
  /** Results that the model was shown of its calls. */
  readonly shown: readonly ShownResult[];
  /** Tools that it was offered last, by the names that the client gives. */
  readonly tools: readonly OfferedTool[];
  /** Zero for a client that was content. */
  readonly code: number | null;
  /** Output of the client on its streams. */
  readonly output: string;
}

export async function openStage(client: Client, modules: string, options: StageOptions = {}): Promise<Stage> {
  const { workspace = {}, elsewhere = {} } = options;
  const tree = await openTree({ workspace: null, elsewhere: null, home: null, temporary: null });
  plantTree(tree.path('workspace'), workspace);
  plantTree(tree.path('elsewhere'), elsewhere);
  plantTree(tree.path('programs'), { npx: npx(tree.root, options) });
  chmodSync(tree.path('programs/npx'), 0o755);
  const start = async (script: Script): Promise<Conversation> => {
    const model = await playModel({ ...client, script });
    const { server, withoutTwins } = documentedConfiguration(client.name);
    const documented = { server, ...(options.withoutTwins && { withoutTwins }) };
    const { files, env = {} } = client.configure(documented, model.url);
    plantTree(tree.path('home'), files);
    const [command = '', ...args] = client.command(modules);
    const child = spawn(command, args, {
      cwd: tree.path('workspace'),
      env: { ...environment(tree.root, model.url), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return conversation(child, model);
  };
  return {
    ...tree,
    start,
    servers: () => readFileSync(tree.path('servers'), 'utf8').trim().split('\n').map(Number),
    async play(script) {
      await using conversation = await start(script);
      const played = await conversation.end();
      if (played.code !== 0) throw new Error(`${client.name} ended with status ${played.code}:\n${played.output}`);
      return played;
    },
  };
}

/** Stands for npm's `npx`, which the documented configurations start the packed server with. */
function npx(root: string, { serverArgs = [], serverDirectory = '.' }: StageOptions): string {
  const quoted = (words: readonly string[]) => words.map((word) => `'${word.replaceAll('{}', root)}'`).join(' ');
  const server = quoted([process.execPath, SERVER]);
  return `#!/bin/sh
echo $$ >> ${quoted(['{}/servers'])}
cd ${quoted([serverDirectory])}
shift 2
exec ${server} "$@" ${quoted(serverArgs)}
`;
}

/** Nothing of the user's own, and a proxy that leads nowhere. */
function environment(root: string, modelUrl: string): Readonly<Record<string, string>> {
  return {
    PATH: [`${root}/programs`, process.env.PATH ?? ''].join(delimiter),
    HOME: `${root}/home`,
    TMPDIR: `${root}/temporary`,
    HTTP_PROXY: modelUrl,
    HTTPS_PROXY: modelUrl,
    NO_PROXY: '127.0.0.1,localhost',
  };
}

function conversation(child: ChildProcess, model: PlayedModel): Conversation {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const closed = once(child, 'close');
  return {
    process: child,
    async end() {
      const [code] = await closed;
      return { ...model.turn, code, output };
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
      await model[Symbol.asyncDispose]();
    },
  };
}
