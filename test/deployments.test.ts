import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ALL_OPTIONS, readHttpOptions } from '../apps/mcp-http/src/lib/options/http-options.ts';
import { newToken, PROGRAM, sha256, startHttp } from '../apps/mcp-http/test/http-process.ts';
import { call, openSession, send } from '../apps/mcp-http/test/messages.ts';
import { raw } from '../apps/mcp-http/test/raw-request.ts';
import { readFlags } from '../packages/dialects/src/internal/options.ts';
import { endpoint, makeBucket, reason } from '../packages/object-volume/test/test-store.ts';
import { S3_CREDENTIALS } from '../packages/testing/src/s3/s3-endpoint.ts';

type Environment = Readonly<Record<string, string>>;

const token = newToken();
const principals = JSON.stringify({ principals: [{ name: 'ci', tokenSha256: sha256(token) }] });

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const seconds = (text: unknown): number => Number(/^(\d+)s$/.exec(String(text))?.[1]);

/** Words and texts of each instruction, by its name, in order. */
const instructions = [
  ...textOf('apps/mcp-http/Dockerfile')
    .replaceAll('\\\n', ' ')
    .matchAll(/^([A-Z]+) (.*)$/gm),
].map(([, name = '', rest = '']) => ({ name, rest: rest.trim() }));
const instruction = (name: string): string => instructions.find((one) => one.name === name)?.rest ?? '';
const image = {
  env: Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('='))),
  ) as Environment,
  port: Number(instruction('EXPOSE')),
  user: Number(instruction('USER')),
  entrypoint: JSON.parse(instruction('ENTRYPOINT')) as readonly string[],
  command: JSON.parse(instruction('CMD')) as readonly string[],
};

/** The options that a container is started with, as the program reads them. */
function optionsOf(args: readonly string[], env: Environment) {
  const flags = readFlags(args, ALL_OPTIONS);
  if (flags.kind !== 'values') throw new Error('The program would not serve');
  const options = readHttpOptions(flags.given, {
    environment: { ...image.env, ...env },
    currentDirectory: () => '/opt/dragoman',
  });
  const known = new Set(ALL_OPTIONS.map(({ name }) => `DRAGOMAN_${name.toUpperCase().replaceAll('-', '_')}`));
  for (const name of Object.keys({ ...image.env, ...env }))
    if (name.startsWith('DRAGOMAN_')) expect(known).toContain(name);
  return options;
}

/** Expects that nothing in front of a server, and nobody who ends it, is less patient than it is. */
function expectTime({ drainMs }: { readonly drainMs: number }, graceS: number): void {
  // The server goes on serving new requests for five seconds first.
  expect(graceS).toBeGreaterThan(5 + drainMs / 1000);
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into documents of any shape
const compose: any = parse(textOf('deploy/compose.yaml'));
// biome-ignore lint/suspicious/noExplicitAny: as above
const [deployment, service, budget]: any[] = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((one) =>
  one.toJS(),
);

describe('the image', () => {
  it('listens where it says, for all who reach it, as a user of its own', () => {
    const { listen } = optionsOf(image.command, {
      DRAGOMAN_PUBLIC_URL: 'https://x.test/mcp',
      DRAGOMAN_PRINCIPALS: '/p',
    });
    expect(listen).toEqual({ kind: 'tcp', host: '0.0.0.0', port: image.port });
    const made = instructions.find(({ name, rest }) => name === 'RUN' && rest.includes('useradd'))?.rest;
    expect(made).toContain(`--uid ${image.user} `);
    expect(image.user).toBe(10_001);
    // What is done as root comes before.
    const last = instructions.findIndex(({ name }) => name === 'USER');
    expect(instructions.slice(last).map(({ name }) => name)).not.toContain('RUN');
  });

  it('is whole with what is copied and installed, and its check of health tells a server from none', async () => {
    await using tree = await openTree({ 'files/a.txt': 'hello\n', 'p.json': principals });
    const [node, program = ''] = image.entrypoint;
    expect([node, program]).toEqual(['node', join(instruction('WORKDIR'), 'dist/main.js')]);
    const copied = instructions.filter(({ name }) => name === 'COPY').map(({ rest }) => rest);
    expect(copied).toEqual(['image/package.json image/package-lock.json ./', 'dist ./dist']);
    const { dependencies } = JSON.parse(textOf('apps/mcp-http/image/package.json'));
    expect(Object.keys(dependencies)).toEqual(['@vscode/ripgrep']);
    const opt = tree.path('opt');
    cpSync(join(PROGRAM, '..'), join(opt, 'dist'), { recursive: true });
    mkdirSync(join(opt, 'node_modules/@vscode'), { recursive: true });
    symlinkSync(join(PROGRAM, '../../node_modules/@vscode/ripgrep'), join(opt, 'node_modules/@vscode/ripgrep'));
    const files = ['--principals', tree.path('p.json'), '--allow-dir', tree.path('files')];
    const check = (JSON.parse(instruction('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[]).slice(1);
    const checked = (url: string) => {
      const port = new URL(url).port;
      const words = check.map((word) => word.replace(`:${image.port}/`, `:${port}/`));
      return new Promise((resolve) => execFile(NODE, words, (error) => resolve(error === null ? 0 : error.code)));
    };
    const server = await startHttp({ args: files, program: join(opt, 'dist/main.js') });
    const session = await openSession(server.url, token, 'claude-code');
    const found = await send(server.url, call('Grep', { pattern: 'hell', path: tree.path('files') }), {
      token,
      session,
    });
    expect(found.body.result.content[0].text).toContain('a.txt');
    expect(await checked(server.url)).toBe(0);
    await server[Symbol.asyncDispose]();
    expect(await checked(server.url)).toBe(1);
  });
});

describe('deploy/compose.yaml', () => {
  const { node, store, balancer } = compose.services;
  const { command, environment, secrets, tmpfs } = node;
  const options = optionsOf(command, environment);

  it('has two nodes that share a store, and keep nothing that another would lack', () => {
    expect(node.deploy.replicas).toBe(2);
    expect(options.shared.volumes).toMatchObject([
      { at: '/srv/files', url: expect.stringMatching(/^s3:\/\/files(?:\/|$)/) },
    ]);
    expect(options.shared.s3Endpoint).toBe('http://store:9000');
    expect(store.entrypoint.at(-1)).toContain('/data/files');
    expect([store.environment.MINIO_ROOT_USER, store.environment.MINIO_ROOT_PASSWORD]).toEqual([
      environment.AWS_ACCESS_KEY_ID,
      environment.AWS_SECRET_ACCESS_KEY,
    ]);
    expect([options.principals, options.secretFile]).toEqual(secrets.map((name: string) => `/run/secrets/${name}`));
    for (const name of secrets) expect(compose.secrets[name].file).toBeTruthy();
    // All else is for reading only.
    expect(node.read_only).toBe(true);
    expect(options.shared.cacheDir?.startsWith(`${tmpfs[0]}/`)).toBe(true);
  });

  it('has a balancer that finds the nodes, and gives them time and room', () => {
    const { content } = compose.configs[balancer.configs[0].source];
    expect(content).toContain('set $$nodes node;');
    expect(content).toContain(`proxy_pass http://$$nodes:${image.port};`);
    expect(content).toContain('proxy_buffering off;');
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(content) ?? [];
    expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(options.shared.maxMessageSize);
    const [, patience] = /proxy_read_timeout (\d+s);/.exec(content) ?? [];
    expect(seconds(patience) * 1000).toBeGreaterThan(options.callTimeoutMs);
    const [published] = balancer.ports;
    expect(published).toBe(`${options.publicUrl?.port}:${/listen (\d+);/.exec(content)?.[1]}`);
    expectTime(options, seconds(node.stop_grace_period));
  });

  it.skipIf(reason !== '')(`serves one session from both nodes${reason}`, async () => {
    await makeBucket('files');
    await using tree = await openTree({ 'principals.json': principals });
    writeFileSync(tree.path('secret'), randomBytes(32));
    const startNode = (name: string) => {
      const places: Environment = {
        DRAGOMAN_PRINCIPALS: tree.path('principals.json'),
        DRAGOMAN_SECRET_FILE: tree.path('secret'),
        DRAGOMAN_CACHE_DIR: tree.path(name),
        DRAGOMAN_S3_ENDPOINT: endpoint,
        AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
        HOME: tree.path('home'),
      };
      return startHttp({ args: command, env: { ...environment, ...places } });
    };
    await using one = await startNode('one');
    await using two = await startNode('two');
    const session = await openSession(one.url, token, 'claude-code');
    const path = `/srv/files/${randomBytes(8).toString('hex')}.txt`;
    const written = await send(one.url, call('Write', { file_path: path, content: 'of one\n' }), { token, session });
    expect(written.body.result.isError).toBeUndefined();
    const read = await send(two.url, call('Read', { file_path: path }), { token, session });
    expect(read.body.result.content[0].text).toContain('of one');
  });
});

describe('deploy/kubernetes.yaml', () => {
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  const env = Object.fromEntries(container.env.map(({ name, value }: Environment) => [name, value])) as Environment;
  const options = optionsOf(container.args, env);
  const portOf = (name: string) =>
    container.ports.find((port: { readonly name: string }) => port.name === name)?.containerPort;

  it('is a Deployment, a Service and a PodDisruptionBudget of the same pods', () => {
    expect([deployment, service, budget].map(({ kind, apiVersion }) => `${apiVersion} ${kind}`)).toEqual([
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
    ]);
    const { labels } = deployment.spec.template.metadata;
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
    ])
      expect(labels).toMatchObject(selector);
    expect(deployment.spec.replicas).toBeGreaterThan(budget.spec.minAvailable);
    expect(service.spec.ports.map(({ targetPort }: { readonly targetPort: string }) => portOf(targetPort))).toEqual([
      image.port,
    ]);
  });

  it('starts what the image brings, with what is mounted, and waits until it has ended', () => {
    expect(options.metrics?.port).toBe(portOf('metrics'));
    const places: string[] = container.volumeMounts.map(({ mountPath }: Environment) => mountPath);
    const isMounted = (path: string) => places.some((place) => path.startsWith(place));
    for (const path of [options.principals, options.secretFile, ...(options.shared.allow ?? [])])
      expect(isMounted(String(path))).toBe(true);
    expect(container.volumeMounts.map(({ name }: Environment) => name)).toEqual(
      pod.volumes.map(({ name }: Environment) => name),
    );
    expect([pod.securityContext.runAsUser, container.securityContext.readOnlyRootFilesystem]).toEqual([
      image.user,
      true,
    ]);
    expect(options.shared.locks).toBe('shared');
    expect(pod.terminationGracePeriodSeconds).toBe(40);
    expectTime(options, pod.terminationGracePeriodSeconds);
  });

  it('asks after health as a server is asked that knows no name but its own', async () => {
    await using tree = await openTree({ 'p.json': principals });
    const [PRINCIPALS, WORKDIR] = [tree.path('p.json'), tree.root];
    const { DRAGOMAN_PUBLIC_URL = '' } = env;
    await using server = await startHttp({
      env: { DRAGOMAN_PUBLIC_URL, DRAGOMAN_PRINCIPALS: PRINCIPALS, DRAGOMAN_WORKDIR: WORKDIR },
    });
    const { livenessProbe, readinessProbe } = container;
    for (const { httpGet } of [livenessProbe, readinessProbe]) {
      expect(portOf(httpGet.port)).toBe(image.port);
      const headers = Object.fromEntries(httpGet.httpHeaders.map(({ name, value }: Environment) => [name, value]));
      const asked = (host: Environment) =>
        raw(server.url, { method: 'GET', path: httpGet.path, headers: { host: '10.1.2.3', ...host }, body: '' });
      expect((await asked({})).status).toBe(403);
      expect((await asked({ host: headers.Host })).status).toBe(200);
    }
    // A volume has two seconds to answer.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(2);
  });
});
