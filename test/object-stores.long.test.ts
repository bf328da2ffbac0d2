import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import {
  CLI,
  connect,
  dragoman,
  openTree,
  S3RVER_CREDENTIALS,
  type StartOptions,
  start,
  startS3rver,
  testRounds,
  textOf,
} from '@dragoman/testing';
import { createSession, moveEntry, removeEntry } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { startOwned } from '../apps/mcp-http/test/http-process.ts';
import { openObjectVolume } from '../packages/object-volume/src/index.ts';
import {
  BUCKET,
  endpoint,
  freshPrefix,
  objectsBelow,
  plant,
  reason,
  testCache,
  testStore,
} from '../packages/object-volume/test/test-store.ts';
import { S3_CREDENTIALS } from '../packages/testing/src/s3/s3-endpoint.ts';

type Tree = Awaited<ReturnType<typeof openTree>>;

interface Account {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Options that name a store to an app; its copies lie in the tree. */
function storeOptions(
  tree: Tree,
  { at = '/data', where = BUCKET, url = endpoint, account = S3_CREDENTIALS as Account } = {},
) {
  const args = [
    '--volume',
    `${at}=s3://${where}`,
    '--s3-endpoint',
    url,
    '--s3-path-style',
    '--cache-dir',
    tree.path('cache'),
  ];
  const env = {
    AWS_ACCESS_KEY_ID: account.accessKeyId,
    AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: tree.path('home'),
    XDG_STATE_HOME: tree.path('state'),
  };
  return { args, env };
}

/** Runs the server until it ends by itself. */
async function lastWords(options: StartOptions): Promise<{ readonly code: number | null; readonly log: string }> {
  await using server = start(options);
  const { code } = await server.ended;
  return { code, log: server.log };
}

const NO_CAS = 'the store does not honour If-Match on PUT, so two writers would overwrite each other; add --read-only';

describe('a store that ignores conditions', () => {
  it('is refused for writing, and read where nothing can be written', async () => {
    await using careless = await startS3rver();
    await using tree = await openTree();
    const told = storeOptions(tree, { where: careless.bucket, url: careless.endpoint, account: S3RVER_CREDENTIALS });
    expect(await lastWords(told)).toEqual({ code: 2, log: `dragoman-mcp: --volume /data: ${NO_CAS}\n` });
    const examined = await dragoman(['doctor', ...told.args], { ...told, main: CLI });
    expect(examined.stdout).toContain(`broken  /data, s3://${careless.bucket}: --volume /data: ${NO_CAS}\n`);
    expect(examined.code).toBe(1);
    const args = [...told.args, '--read-only', '--dialect', 'editor'];
    await using server = await connect({ ...told, args });
    expect(textOf(await server.call('view', { path: '/data' }))).toBe('(empty directory)');
  });
});

describe('options that do not fit', () => {
  it.each([
    [
      'a shell',
      ['--shell', 'unrestricted'],
      /^dragoman-mcp: --shell must be off beside --volume: no command sees .+\n$/,
    ],
    [
      'another volume at the same place',
      ['--volume', '/data=s3://other'],
      /^dragoman-mcp: --volume names two volumes at \/data\n$/,
    ],
  ])('beside a store end the server: %s', async (_, more, said) => {
    await using tree = await openTree();
    const { args, env } = storeOptions(tree, { url: 'http://127.0.0.1:1' });
    const { code, log } = await lastWords({ args: [...args, ...more], env });
    expect([code, log]).toEqual([2, expect.stringMatching(said)]);
  });

  it('end the server where a directory has the place of a store', async () => {
    await using tree = await openTree();
    const { args, env } = storeOptions(tree, { at: tree.root, url: 'http://127.0.0.1:1' });
    const { code, log } = await lastWords({ args: [...args, '--allow-dir', tree.root], env });
    expect([code, log]).toEqual([
      2,
      `dragoman-mcp: --allow-dir: Cannot use "${tree.root}": a volume is at this path\n`,
    ]);
  });

  it('end the server where nobody answers, and nothing is left', async () => {
    await using tree = await openTree();
    const { code, log } = await lastWords(storeOptions(tree, { url: 'http://127.0.0.1:1' }));
    expect([code, log]).toEqual([2, 'dragoman-mcp: --volume /data: The store cannot be reached: ECONNREFUSED\n']);
    expect(readdirSync(tree.path('cache'))).toEqual([]);
  });
});

describe.skipIf(reason !== '')(`over Ceph's gateway${reason}`, () => {
  it('no credential is told, whoever asks', async () => {
    await using tree = await openTree();
    await testStore();
    const account = { accessKeyId: 'AKIANOBODYKNOWSME', secretAccessKey: 'neverToBeToldToAnybody' };
    const told = storeOptions(tree, { account });
    const args = [...told.args, '--log-level', 'debug'];
    const { code, log } = await lastWords({ ...told, args });
    expect([code, log]).toEqual([2, expect.stringMatching(/--volume \/data: The store refuses access \(\w+\)\n$/)]);
    const called = await dragoman(['view', '/data', '--verbose', ...args], { ...told, main: CLI });
    const examined = await dragoman(['doctor', '--json', ...args], { ...told, main: CLI });
    expect(JSON.parse(examined.stdout).volumes).toMatchObject([
      { at: '/data', fault: expect.stringContaining('refuses') },
    ]);
    const said = [log, called.stderr, called.stdout, examined.stdout, examined.stderr].join('\n');
    expect(said).toContain('refuses access');
    for (const secret of [...Object.values(account), 'X-Amz', 'Signature=']) expect(said).not.toContain(secret);
  });

  it('a bucket that is not there ends the server', async () => {
    await using tree = await openTree();
    const { code, log } = await lastWords(storeOptions(tree, { where: 'no-such-bucket' }));
    expect([code, log]).toEqual([2, 'dragoman-mcp: --volume /data: The store answered that there is no such bucket\n']);
  });

  it('doctor says that a store can be used, and leaves nothing', async () => {
    await using tree = await openTree();
    const store = await testStore();
    const prefix = freshPrefix();
    const told = storeOptions(tree, { where: `${BUCKET}/${prefix}` });
    const { stdout } = await dragoman(['doctor', ...told.args], { ...told, main: CLI });
    expect(stdout).toContain(`ok      /data, s3://${BUCKET}/${prefix}: writers everywhere are kept apart\n`);
    expect(await objectsBelow(store, prefix)).toEqual({});
    expect(readdirSync(tree.path('cache'))).toEqual([]);
  });

  it('the copy goes with the server, and that of a killed one with the next', async () => {
    await using tree = await openTree();
    const store = await testStore();
    const prefix = freshPrefix();
    await plant(store, prefix, { f: 'text' });
    const { args, env } = storeOptions(tree, { where: `${BUCKET}/${prefix}` });
    const copies = () => readdirSync(tree.path('cache'));
    const serve = () => connect({ args: [...args, '--dialect', 'editor'], env });
    await using killed = await serve();
    await killed.call('view', { path: '/data/f' });
    killed.process.kill('SIGKILL');
    await killed.ended;
    const left = copies();
    expect(left).toHaveLength(1);
    await using next = await serve();
    await next.call('view', { path: '/data/f' });
    expect(copies()).toHaveLength(1);
    expect(copies()).not.toEqual(left);
    next.process.kill('SIGTERM');
    await next.ended;
    expect(copies()).toEqual([]);
    await using http = await startOwned(args, env);
    expect(copies().length).toBeGreaterThan(0);
    http.process.kill('SIGTERM');
    await http.ended;
    expect(copies()).toEqual([]);
  });

  it('holds whole versions only, whenever the server is killed', { timeout: 1_800_000 }, async () => {
    await using tree = await openTree();
    const store = await testStore();
    const prefix = freshPrefix();
    await using line = await startLine(endpoint);
    const told = storeOptions(tree, { where: `${BUCKET}/${prefix}`, url: line.url });
    const contents = ['a', 'b'].map((letter) => `${letter.repeat(99)}\n`.repeat(5000));
    await plant(store, prefix, { f: contents[0] ?? '' });
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await using server = await connect({ args: [...told.args, '--dialect', 'text_editor'], env: told.env });
      const call = (args: Record<string, unknown>) =>
        server.call('str_replace_based_edit_tool', { path: '/data/f', ...args }).catch(() => null);
      await call({ command: 'view', view_range: [1, 1] });
      // In the midst of the first PUT or of the second, or between the two.
      line.after(Math.round(((round + 1) * 900_000) / ROUNDS), () => server.process.kill('SIGKILL'));
      const writing = async (): Promise<void> => {
        for (const file_text of contents.toReversed()) await call({ command: 'create', file_text });
      };
      await Promise.race([writing(), server.ended]);
      server.process.kill('SIGKILL');
      await server.ended;
      const { f = '' } = await objectsBelow(store, prefix);
      const version = contents.indexOf(f);
      expect(version).not.toBe(-1);
      seen.add(version);
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  it('the rules of the user hold in the memory, too, and the copies are no part of it', async () => {
    await using tree = await openTree({ 'm/note': 'kept', 'm/secret': 'no' });
    const { args, env } = storeOptions(tree, { where: `${BUCKET}/${freshPrefix()}` });
    const inMemory = ['--memory-dir', tree.path('m'), '--cache-dir', tree.path('m/cache'), '--deny', '**/secret'];
    await using server = await connect({ args: [...args, ...inMemory, '--dialect', 'text_editor'], env });
    const view = async (path: string) => textOf(await server.call('memory', { command: 'view', path }));
    expect(await view('/memories')).toMatch(/note$/);
    expect(await view('/memories/secret')).toContain('escape');
    expect(await view('/memories/cache')).toContain('escape');
    expect(await view('/memories/note')).toContain('kept');
  });

  it.each([
    ['a store', []],
    ['an overlay over one', ['--overlay']],
  ])('what a search in %s leaves out for its size is said, and not that it would find it', async (_, laid) => {
    await using tree = await openTree();
    const store = await testStore();
    const prefix = freshPrefix();
    await plant(store, prefix, { large: 'needle\n'.repeat(100), small: 'needle\n' });
    const { args, env } = storeOptions(tree, { where: `${BUCKET}/${prefix}` });
    await using server = await connect({
      args: [...args, ...laid, '--dialect', 'editor', '--max-file-size', '500'],
      env: { ...env, XDG_STATE_HOME: tree.path('state') },
    });
    const said = async (tool: string, more: object) => textOf(await server.call(tool, { pattern: 'needle', ...more }));
    expect(await said('grep', {})).toBe('small\nLeft out: 1 file too large for this search.');
    const tooLarge =
      'Error: File too large: /data/large has 700 bytes, and the limit is 500 bytes. --max-file-size raises the limit';
    expect(await said('grep', { path: '/data/large' })).toBe(tooLarge);
    expect(textOf(await server.call('view', { path: '/data/large' }))).toBe(tooLarge);
  });

  it('a removal and a move say that they were not atomic', async () => {
    const store = await testStore();
    await store.probe();
    const prefix = freshPrefix();
    await plant(store, prefix, { gone: '', 'from/f': '' });
    const volume = openObjectVolume({ store, prefix, at: '/data', cache: testCache() });
    const session = await createSession({ workdir: '/data', volume });
    const call = { requireRead: false, maxResponseSize: 1000 } as const;
    expect(await removeEntry(session, { path: 'gone' }, call)).toMatchObject({ path: 'gone', atomic: false });
    expect(await moveEntry(session, { from: 'from', to: 'to' }, call)).toMatchObject({ to: 'to', atomic: false });
    expect(await objectsBelow(store, prefix)).toEqual({ 'to/f': '' });
    session.close();
    await volume[Symbol.asyncDispose]();
  });

  it('temporary credentials of a role are taken from a profile, and are told nowhere', async () => {
    await using tree = await openTree({
      config: '[profile tester]\nrole_arn = arn:aws:iam:::role/tester\nsource_profile = base\nregion = us-east-1\n',
      credentials: `[base]\naws_access_key_id = ${S3_CREDENTIALS.accessKeyId}\naws_secret_access_key = ${S3_CREDENTIALS.secretAccessKey}\n`,
    });
    const store = await testStore();
    const prefix = freshPrefix();
    await plant(store, prefix, { f: 'old\n' });
    const { args } = storeOptions(tree, { where: `${BUCKET}/${prefix}` });
    const profile = { AWS_CONFIG_FILE: tree.path('config'), AWS_SHARED_CREDENTIALS_FILE: tree.path('credentials') };
    const env = {
      ...profile,
      AWS_PROFILE: 'tester',
      AWS_ENDPOINT_URL_STS: endpoint,
      AWS_EC2_METADATA_DISABLED: 'true',
    };
    await using server = await connect({ args: [...args, '--dialect', 'editor', '--log-level', 'debug'], env });
    await server.call('str_replace', { path: '/data/f', old_str: 'old', new_str: 'new' });
    expect(await objectsBelow(store, prefix)).toEqual({ f: 'new\n' });
    expect(server.log).not.toMatch(/testsecret|token/i);
    const asNobody = { ...env, AWS_PROFILE: 'nobody' };
    writeFileSync(
      tree.path('config'),
      '[profile nobody]\nrole_arn = arn:aws:iam:::role/nobody\nsource_profile = base\n',
    );
    const { code, log } = await lastWords({ args: [...args, '--log-level', 'debug'], env: asNobody });
    expect([code, log]).toEqual([2, expect.stringMatching(/^dragoman-mcp: --volume \/data: The store /)]);
  });

  it('what changes in directories beside a store is recorded, and can be undone', async () => {
    await using tree = await openTree({ 'work/f': 'old\n', home: null });
    const store = await testStore();
    const prefix = freshPrefix();
    const { args, env } = storeOptions(tree, { where: `${BUCKET}/${prefix}` });
    const run = (...words: string[]) => dragoman(words, { main: CLI, env, cwd: tree.path('work') });
    const beside = [...args, '--allow-dir', tree.path('work'), '--journal', '--require-read', 'never'];
    const edited = await run(...beside, 'str_replace', 'f', 'old', 'new');
    expect(edited).toMatchObject({ code: 0 });
    expect(await run(...beside, 'create_file', '/data/g', 'kept')).toMatchObject({ code: 0 });
    const log = await run('log', ...args, '--allow-dir', tree.path('work'));
    expect(log.stdout).toMatch(/^[0-9a-f]{8} .+ str_replace\n {2}M f\n$/);
    expect(await run('undo', ...args, '--allow-dir', tree.path('work'))).toMatchObject({ code: 0 });
    expect(readFileSync(tree.path('work/f'), 'utf8')).toBe('old\n');
    expect(await objectsBelow(store, prefix)).toEqual({ g: 'kept' });
    // Of the store alone, nothing is recorded.
    expect(await run('log', ...args)).toMatchObject({ code: 0, stdout: 'No operations are recorded\n' });
  });
});

/** Number of times that a server is killed. */
const ROUNDS = testRounds(4);

/** A line to a store that does something once so many bytes have gone there. */
async function startLine(target: string) {
  const { hostname, port } = new URL(target);
  let left = Number.POSITIVE_INFINITY;
  let act = (): unknown => undefined;
  const server = createServer((client) => {
    const far = createConnection({ host: hostname, port: Number(port) });
    client.on('data', (part: Buffer) => {
      far.write(part);
      left -= part.length;
      if (left <= 0) act();
    });
    for (const socket of [client, far]) socket.on('error', () => client.destroy());
    far.pipe(client);
    client.on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    after(bytes: number, then: () => unknown) {
      [left, act] = [bytes, then];
    },
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
