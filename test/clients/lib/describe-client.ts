import { readdirSync, readFileSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { connect, installPackage, pngOf, runs, sidesOf } from '@dragoman/testing';
import { describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import type { Call, ShownResult } from './protocol.ts';
import { openStage, type Stage, type StageOptions } from './stage.ts';

/** Tests a client whose user has configured the server as the documentation says. */
export async function describeClient(client: Client): Promise<void> {
  const modules = await installPackage(client.package).catch((error: unknown) => {
    console.warn(`${client.name} is left out, since it cannot be installed: ${error}`);
    return '';
  });
  const open = (options?: StageOptions): Promise<Stage> => openStage(client, modules, options);
  describe.skipIf(modules === '')(client.name, () => {
    describe('shows its model', () => describeShown(client, open));
    describe('lets the server reach', () => describeReach(client, open));
    describe('leaves behind', () => describeEnd(client, open));
  });
}

// Clients take seconds to start, on machines that do much else.
const WAIT = { timeout: 120_000 };

type Open = (options?: StageOptions) => Promise<Stage>;

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function describeShown(client: Client, open: Open): void {
  const { dialect, checksArguments, looksToolsUp = false, nameOf, twins, dialectWithoutTwins } = client;
  const { says, matchesIn } = dialect;

  it.skipIf(looksToolsUp)('every tool with all of its description', async () => {
    await using server = await connect({ args: ['--dialect', dialect.name] });
    const { tools } = await server.client.listTools();
    await using stage = await open();
    const { tools: offered } = await stage.play(inTurn([]));
    const expected = tools.map(({ name, description }) => expect.objectContaining({ name: nameOf(name), description }));
    expect(offered).toEqual(expect.arrayContaining(expected));
    expect(offered.some(({ name }) => twins.includes(name))).toBe(true);
  });

  it('no tools of its own for the same work where these are switched off', async () => {
    await using stage = await open({ workspace: { f: 'one' }, withoutTwins: true });
    const { tools, shown } = await stage.play(inTurn([dialectWithoutTwins.read(stage.path('workspace/f'))]));
    expect(tools.filter(({ name }) => twins.includes(name))).toEqual([]);
    expect(textsOf(shown)).toEqual([dialectWithoutTwins.says.read(['one'])]);
  });

  it('what is read, changed and written', async () => {
    await using stage = await open({ workspace: { f: 'one\ntwo' } });
    const [f, made] = [stage.path('workspace/f'), stage.path('workspace/made')];
    const calls = [dialect.read(f), dialect.replaceAll(f, 'two', '2'), dialect.write(made, 'ä\n')];
    const { shown } = await stage.play(inTurn(calls));
    const [read, replaced, wrote] = textsOf(shown);
    expect(read).toBe(says.read(['one', 'two']));
    expect(replaced).toContain(says.replaced(f, 1));
    expect(wrote).toEqual(says.wrote(made, 'ä\n'));
    expect([f, made].map((path) => readFileSync(path, 'utf8'))).toEqual(['one\n2', 'ä\n']);
  });

  it('an image', async () => {
    await using stage = await open({ workspace: { 'f.png': Buffer.from(PNG, 'base64') } });
    const { shown } = await stage.play(inTurn([(dialect.look ?? dialect.read)(stage.path('workspace/f.png'))]));
    expect(shown.map(({ images }) => images)).toEqual([[{ mimeType: 'image/png', data: PNG }]]);
  });

  it('an image of 6,000 pixels, scaled to what models take, and goes on', async () => {
    const files = { 'f.png': pngOf(6000, 4500, { whole: true }), f: 'one' };
    await using stage = await open({ workspace: files });
    const look = (dialect.look ?? dialect.read)(stage.path('workspace/f.png'));
    const { shown } = await stage.play(inTurn([look, dialect.read(stage.path('workspace/f'))]));
    const [image, text] = shown;
    const sides = image?.images.map(({ data }) => Math.max(...sidesOf(Buffer.from(data, 'base64')))) ?? [];
    expect(sides).toHaveLength(1);
    expect(Math.max(...sides)).toBeLessThanOrEqual(dialect.name === 'codex' ? 6000 : 2000);
    expect(textsOf(text === undefined ? [] : [text])).toEqual([says.read(['one'])]);
  });

  it('why a call failed', async () => {
    await using stage = await open();
    const none = stage.path('workspace/none');
    const { shown } = await stage.play(inTurn([dialect.read(none)]));
    expect(textsOf(shown)).toEqual([says.missing(none)]);
  });

  it('a file as a resource, found in the list', async () => {
    await using stage = await open({ workspace: { 'notes.md': 'one resource\n' } });
    const uri = pathToFileURL(stage.path('workspace/notes.md')).href;
    const { list, read } = client.resources;
    const { shown } = await stage.play(inTurn([...list, read(uri)]));
    const [listed, content] = textsOf(shown).slice(-2);
    expect(listed).toContain(uri);
    expect(content).toContain('one resource');
  });

  it('the same for null as for an argument left out', async () => {
    await using stage = await open({ workspace: { f: 'one' } });
    const { shown } = await stage.play(inTurn([dialect.readWithNulls(stage.path('workspace/f'))]));
    expect(textsOf(shown)).toEqual([checksArguments ? expect.stringMatching(/must be/) : says.read(['one'])]);
  });

  it.each([
    ['long lines', 1500, 99],
    ['many lines', 8000, 10],
  ])('all of a file of %s, page by page', async (_, count, width) => {
    const lines = linesOf(count, width);
    await using stage = await open({ workspace: { f: lines.join('\n') } });
    const f = stage.path('workspace/f');
    const { shown } = await stage.play((pages) => {
      const last = textsOf(pages).at(-1);
      const next = last === undefined ? 1 : dialect.pageIn(last).next;
      return next === null ? undefined : dialect.read(f, next);
    });
    expect(shown.length).toBeGreaterThan(1);
    expect(textsOf(shown).flatMap((text) => dialect.pageIn(text).lines)).toEqual(lines);
  });

  it.skipIf(matchesIn === undefined)('the beginning of what a search finds, and that there is more', async () => {
    const lines = linesOf(3000, 99);
    await using stage = await open({ workspace: { f: lines.join('\n') } });
    const { shown } = await stage.play(inTurn([dialect.search('line')]));
    const matches = [...(matchesIn?.(textsOf(shown).join('\n')) ?? [])];
    expect(matches.length).toBeGreaterThan(20);
    expect(matches).toEqual(lines.slice(0, matches.length).map((line, index) => [index + 1, line]));
  });
}

function describeReach({ dialect, namesRoots }: Client, open: Open): void {
  const { says } = dialect;

  it('a directory that the user named, and no other, wherever it is started', async () => {
    const [workspace, elsewhere] = [{ f: 'a needle outside' }, { g: 'a needle inside' }];
    await using stage = await open({ workspace, elsewhere, serverArgs: ['{}/elsewhere'], serverDirectory: '/' });
    const outside = stage.path('workspace/f');
    const { shown } = await stage.play(inTurn([dialect.search('needle'), dialect.read(outside)]));
    const [found, refused] = textsOf(shown);
    expect(found).toContain(says.found(stage.path('elsewhere/g'), 'a needle inside'));
    expect(refused).toContain(says.outside(outside));
  });

  const [where, other] = namesRoots ? ['workspace', 'elsewhere'] : ['elsewhere', 'workspace'];
  it(`${namesRoots ? 'its root' : 'the directory it is started in'}, and no other, if none is named`, async () => {
    const [workspace, elsewhere] = [{ f: 'a needle in workspace' }, { f: 'a needle in elsewhere' }];
    await using stage = await open({ workspace, elsewhere, serverDirectory: '{}/elsewhere' });
    const outside = stage.path(other, 'f');
    const { shown } = await stage.play(inTurn([dialect.search('needle'), dialect.read(outside)]));
    const [found, refused] = textsOf(shown);
    expect(found).toContain(says.found(stage.path(where, 'f'), `a needle in ${where}`));
    expect(refused).toContain(says.outside(outside));
  });
}

function describeEnd({ dialect }: Client, open: Open): void {
  it.each(['SIGINT', 'SIGKILL'] as const)('no process when %s ends it during a call', async (signal) => {
    await using stage = await open({ serverArgs: ['--shell', 'unrestricted'] });
    const pidFile = stage.path('pid');
    const command = `echo $$ > ${pidFile}.part; mv ${pidFile}.part ${pidFile}; while true; do sleep 60; done`;
    await using conversation = await stage.start(inTurn([dialect.run(command)]));
    const pid = await vi.waitFor(() => Number(readFileSync(pidFile, 'utf8')), WAIT);
    const processes = [pid, ...stage.servers()];
    conversation.process.kill(signal);
    await vi.waitFor(() => expect(processes.filter(runs)).toEqual([]), WAIT);
  });

  it('a file as it was or as it shall be when it is killed during an edit', async () => {
    const content = `${'x'.repeat(99)}\n`.repeat(90_000);
    await using stage = await open({ workspace: { 'data/f': `${content}old` } });
    const f = stage.path('workspace/data/f');
    const state = () => [readdirSync(stage.path('workspace/data')), statSync(f).ino];
    const before = state();
    const calls = [dialect.read(f, 89_990), dialect.replaceAll(f, 'old', 'new')];
    await using conversation = await stage.start(inTurn(calls));
    await vi.waitFor(() => expect(state()).not.toEqual(before), { ...WAIT, interval: 1 });
    conversation.process.kill('SIGKILL');
    await vi.waitFor(() => expect(stage.servers().filter(runs)).toEqual([]), WAIT);
    expect(readdirSync(stage.path('workspace/data'))).toEqual(['f']);
    expect([`${content}old`, `${content}new`]).toContain(readFileSync(f, 'utf8'));
  });
}

/** A model that says its calls one after another, whatever comes of them. */
const inTurn =
  (calls: readonly Call[]) =>
  (shown: readonly unknown[]): Call | undefined =>
    calls[shown.length];

const textsOf = (shown: readonly ShownResult[]): readonly string[] => shown.map(({ text }) => text);

const linesOf = (count: number, width: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `line ${index + 1} `.padEnd(width, '.'));
