import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { S3_CREDENTIALS } from '../../../packages/testing/src/s3/s3-endpoint.ts';
import { type PipeClient, startServer } from '../pipe-client.ts';
import type { Scenario, Scope, Side } from '../scenario.ts';
import { callTool, DRAGOMAN, initialized } from '../servers.ts';
import { timed } from '../timed.ts';
import { bareLists, bareRequests } from './bare-requests.ts';
import { knownObjects } from './known-objects.ts';
import {
  BUCKET,
  type Count,
  eachAtOnce,
  localCopy,
  NEEDLE,
  needlesIn,
  objectsOf,
  prefixOf,
  storeWith,
} from './objects.ts';

const AT = '/data';
const ONE = 'd0/f1.txt';
const EDITED = 'edited.txt';
const EDITED_LINES = 1000;

interface Setting {
  readonly count: Count;
  readonly delayMs: number;
}

/** The built server over the objects. */
async function startOver({ count, delayMs }: Setting, scope: Scope): Promise<PipeClient> {
  const endpoint = await storeWith(count, delayMs, scope);
  const volume = ['--volume', `${AT}=s3://${BUCKET}/${prefixOf(count)}`, '--s3-endpoint', endpoint, '--s3-path-style'];
  const cache = ['--cache-dir', join(scope.directory, 'cache'), '--max-objects', '200000', '--log-level', 'error'];
  const env = { AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId, AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey };
  return initialized(scope.use(startServer([DRAGOMAN, '--dialect', 'editor', ...volume, ...cache], env)));
}

async function bareOver({ count, delayMs }: Setting, scope: Scope) {
  const endpoint = await storeWith(count, delayMs, scope);
  const ask = bareRequests(endpoint);
  const keyOf = (path: string): string => `${BUCKET}/${prefixOf(count)}/${path}`;
  return { ask, keyOf, list: () => bareLists(ask, BUCKET, `${prefixOf(count)}/`) };
}

function bareViews(setting: Setting): Side {
  return async (scope) => {
    const { ask, keyOf } = await bareOver(setting, scope);
    const { etag } = await ask('GET', keyOf(ONE));
    return timed(() => ask('GET', keyOf(ONE), { headers: { 'if-none-match': etag } }), TIMES);
  };
}

const TIMES = 20;

function views(setting: Setting): Side {
  return async (scope) => {
    const server = await startOver(setting, scope);
    return timed(() => callTool(server, 'view', { path: ONE, view_range: [1, 10] }), TIMES);
  };
}

function content(turn: number): Buffer {
  const lines = Array.from({ length: EDITED_LINES }, (_, index) => `line ${index} of turn ${turn} `.padEnd(95, '.'));
  return Buffer.from(`${lines.join('\n')}\n`);
}

function bareEdits(setting: Setting): Side {
  return async (scope) => {
    const { ask, keyOf } = await bareOver(setting, scope);
    const key = keyOf('bare.txt');
    let { etag } = await ask('PUT', key, { body: content(0) });
    return timed(async (turn) => {
      await ask('GET', key, { headers: { 'if-none-match': etag } });
      const headers = { 'if-match': etag.replaceAll('"', '') };
      const { status, etag: now } = await ask('PUT', key, { headers, body: content(turn + 1) });
      if (status !== 200) throw new Error(`The store answered ${status}`);
      etag = now;
    }, TIMES);
  };
}

function edits(setting: Setting): Side {
  return async (scope) => {
    const { ask, keyOf } = await bareOver(setting, scope);
    await ask('PUT', keyOf(EDITED), { body: content(0) });
    const server = await startOver(setting, scope);
    await callTool(server, 'view', { path: EDITED });
    let turn = 0;
    return timed(() => {
      const [old, now] = [turn, ++turn].map((each) => `line 500 of turn ${each === 0 ? 0 : `0 (${each})`} `);
      return callTool(server, 'str_replace', { path: EDITED, old_str: old, new_str: now });
    }, TIMES);
  };
}

function bareListing(setting: Setting): Side {
  return async (scope) => {
    const { list } = await bareOver(setting, scope);
    return timed(list);
  };
}

function calls(setting: Setting, tool: string, args: Record<string, unknown>): Side {
  return async (scope) => {
    const server = await startOver(setting, scope);
    return timed(() => callTool(server, tool, args));
  };
}

const GREP = { pattern: NEEDLE, output_mode: 'files_with_matches' };

function bareGets(setting: Setting): Side {
  return async (scope) => {
    const { ask, keyOf } = await bareOver(setting, scope);
    const paths = [...objectsOf(setting.count)].map(({ path }) => path);
    return timed(() => eachAtOnce(paths, (path) => ask('GET', keyOf(path))));
  };
}

/** Each sample by another server, which has no copies yet. */
function firstGrep(setting: Setting): Side {
  return async (scope) => async () => {
    const server = await startOver(setting, scope);
    const took = await timed(async () => assertNeedles(await callTool(server, 'grep', GREP), setting))();
    await server[Symbol.asyncDispose]();
    return took;
  };
}

function assertNeedles(text: string, { count }: Setting): void {
  const found = text.split('\n').filter((line) => line.endsWith('.txt')).length;
  if (found !== needlesIn(count)) throw new Error(`${found} of ${needlesIn(count)} found`);
}

function bareListsAndRg(setting: Setting): Side {
  return async (scope) => {
    const { list } = await bareOver(setting, scope);
    const cwd = localCopy(scope, setting.count);
    return timed(async () => {
      await list();
      const { status } = spawnSync(rgPath, ['--no-config', '--files-with-matches', NEEDLE], { cwd, stdio: 'ignore' });
      if (status !== 0) throw new Error(`rg ended with ${status}`);
    });
  };
}

type Row = Pick<Scenario, 'name' | 'against' | 'reference' | 'subject' | 'target'>;

function rowsOf(setting: Setting): readonly Row[] {
  const pages = setting.count / 1000;
  const glob = { pattern: '**/*.txt' };
  return [
    {
      ...{ name: 'view ten lines again', against: 'a bare conditional GET', target: 1.2 },
      ...{ reference: bareViews(setting), subject: views(setting) },
    },
    {
      ...{ name: 'edit in 96 KB', against: 'a bare conditional GET and PUT', target: 1.5 },
      ...{ reference: bareEdits(setting), subject: edits(setting) },
    },
    {
      ...{ name: 'list a directory', against: 'a bare LIST', target: 1.6 },
      ...{ reference: bareDirectory(setting), subject: calls(setting, 'view', { path: 'd7' }) },
    },
    {
      ...{ name: 'glob', against: `${pages} bare LISTs`, target: 1.6 },
      ...{ reference: bareListing(setting), subject: calls(setting, 'glob', glob) },
    },
    {
      ...{ name: 'the first grep', against: 'bare GETs of all, 64 at once', target: 1.4 },
      ...{ reference: bareGets(setting), subject: firstGrep(setting) },
    },
    {
      ...{ name: 'the next grep', against: `${pages} bare LISTs, and rg on a local copy`, target: 1.5 },
      ...{ reference: bareListsAndRg(setting), subject: calls(setting, 'grep', GREP) },
    },
  ];
}

function bareDirectory(setting: Setting): Side {
  return async (scope) => {
    const { ask } = await bareOver(setting, scope);
    return timed(() => bareLists(ask, BUCKET, `${prefixOf(setting.count)}/d7/`));
  };
}

function scenariosOf(setting: Setting): Scenario[] {
  const { count, delayMs } = setting;
  const isLarge = count === 100_000;
  const where = `${count.toLocaleString('en')} objects, ${delayMs} ms a request`;
  return rowsOf(setting).map(({ name, ...row }) => {
    const isLong = name === 'the first grep';
    return {
      ...{ name: `${where}: ${name}`, ...row, unit: 'ms' },
      ...{ rounds: isLong ? 1 : isLarge ? 5 : 11, warmUps: isLong ? 0 : 2 },
    };
  });
}

/** Of objects that are copied and of which nothing is open. */
function memoryOf(count: Count): Scenario {
  const bound = (8 * count) / 10_000;
  return {
    name: `memory for ${count.toLocaleString('en')} known objects`,
    against: 'what is held to be enough',
    reference: () => () => bound,
    subject: async (scope) => {
      const endpoint = await storeWith(count, 0, scope);
      return () => knownObjects(endpoint, { directory: scope.directory, count });
    },
    ...{ target: 1, unit: 'MB', rounds: 1, warmUps: 0 },
  };
}

export const OBJECT_STORE: readonly Scenario[] = [
  ...[0, 25].flatMap((delayMs) => scenariosOf({ count: 10_000, delayMs })),
  ...[0, 25].flatMap((delayMs) => scenariosOf({ count: 100_000, delayMs })),
  memoryOf(10_000),
  memoryOf(100_000),
];
