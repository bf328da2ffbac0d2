import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from '@dragoman/dialects/internal/options';
import { openTree, type TemporaryTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { createCallSlots } from '../call-slots.ts';
import type { Notification, Params, Response } from '../messages.ts';
import { createService } from '../service.ts';
import { openWorkspace } from '../workspace.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON of many forms
type Json = any;

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

const OTHER = 'application/octet-stream';

const link = (target: string) => ({ link: target });

const uriOf = (path: string): string => pathToFileURL(path).href;

const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);

/** A server over a tree, asked by a client of either era. */
async function serve(tree: Pick<TemporaryTree, 'root'>, flags: Readonly<Record<string, string | string[]>> = {}) {
  const given = { 'allow-dir': [tree.root], dialect: 'claude', ...flags };
  const options = readOptions(
    new Map(Object.entries(given).flatMap(([name, value]) => (value.length > 0 ? [[name, [value].flat()]] : []))),
    { environment: {}, currentDirectory: () => tree.root },
  );
  const workspace = await openWorkspace(options, {
    log: () => {},
    onFault: () => {},
    loadObjectVolumes: () => Promise.reject(new Error('none')),
  });
  const service = createService({
    toolsetFor: () => workspace.toolsetFor(options.dialect === 'auto' ? 'claude' : options.dialect),
    instructionsFor: () => '',
    structured: 'auto',
    resources: options.resources,
    version: '0',
    slots: createCallSlots(4, () => null),
    log: () => {},
    onFault: () => {},
  });
  const connection = service.connect();
  let id = 0;
  const ask = async (method: string, params: Params = {}): Promise<Json> => {
    id += 1;
    const sent: (Notification | Response)[] = [];
    await connection.serve({ jsonrpc: '2.0', id, method, params }, async (message) => void sent.push(message)).done;
    return sent[0];
  };
  return {
    ask,
    modern: (method: string, params: Params = {}) => ask(method, { ...params, _meta: MODERN }),
    read: async (uri: string): Promise<Json> => {
      const { result, error } = await ask('resources/read', { uri });
      return error ?? result.contents[0];
    },
    complete: async (value: string): Promise<Json> => {
      const ref = { type: 'ref/resource', uri: 'file:///{+path}' };
      const { result, error } = await ask('completion/complete', { ref, argument: { name: 'path', value } });
      return error ?? result.completion;
    },
    call: async (name: string, args: object): Promise<Json> =>
      (await ask('tools/call', { name, arguments: args })).result,
    [Symbol.asyncDispose]: workspace.close,
  };
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('resources/list', () => {
  it('names the trees and what lies in them, without what is hidden, ignored, denied, special, or leads out', async () => {
    await using tree = await openTree({
      ...{ '.git/HEAD': '', '.gitignore': 'dist\n', '.hidden': '', 'dist/a': '', 'secret.key': '' },
      ...{ 'b.ts': 'x', 'a.md': 'one', 'dir/in': '', inside: link('dir'), outside: link('/etc'), gone: link('none') },
      ...{ 'é ?#%.txt': '' },
    });
    makePipe(tree.path('pipe'));
    await using server = await serve(tree, { deny: 'secret.key' });
    const { result } = await server.ask('resources/list');
    const { lastModified } = result.resources[1].annotations;
    expect(new Date(lastModified).toISOString()).toBe(lastModified);
    const [root, ...entries] = result.resources;
    expect(root).toEqual({
      uri: uriOf(tree.root),
      name: basename(tree.root),
      title: tree.root,
      mimeType: 'inode/directory',
    });
    const annotations = { lastModified: expect.any(String) };
    const directory = { mimeType: 'inode/directory', annotations };
    expect(entries).toEqual([
      { uri: uriOf(tree.path('a.md')), name: 'a.md', mimeType: 'text/markdown', size: 3, annotations },
      { uri: uriOf(tree.path('b.ts')), name: 'b.ts', size: 1, annotations },
      { uri: uriOf(tree.path('dir')), name: 'dir', ...directory },
      { uri: uriOf(tree.path('inside')), name: 'inside', ...directory },
      { uri: uriOf(tree.path('é ?#%.txt')), name: 'é ?#%.txt', size: 0, annotations },
    ]);
    expect(Object.keys(result)).toEqual(['resources']);
    expect((await server.read(entries[4].uri)).text).toBe('');
  });

  it('has one page of fifty, by the bytes of names', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `f${String(index).padStart(3, '0')}`);
    await using tree = await openTree(Object.fromEntries([...names, '\uff5e', '\u{1f600}'].map((name) => [name, ''])));
    await using server = await serve(tree);
    const { result } = await server.ask('resources/list');
    expect(result.resources.slice(1).map(({ name }: Json) => name)).toEqual(names.slice(0, 49));
    for (const method of ['resources/list', 'resources/templates/list'])
      expect((await server.ask(method, { cursor: 'x' })).error.code).toBe(-32602);
    expect((await server.complete(tree.root.slice(1).concat('/'))).values.slice(-2)).toEqual(
      ['\uff5e', '\u{1f600}'].map((name) => tree.path(name).slice(1)),
    );
  });
});

describe('resources/read', () => {
  it('gives text as it is, decoded, with its type by name', async () => {
    const utf16 = Buffer.from('\ufeffä\r\nb\r', 'utf16le');
    await using tree = await openTree({
      'a.md': 'one\r\ntwo\n',
      'b.ts': '\ufeffx',
      'c.json': utf16,
      d: '',
      'é.CSV': '1',
    });
    await using server = await serve(tree);
    const facts = { kind: 'resource', version: expect.stringMatching(/^sha256:/), encoding: 'utf-8' };
    const whole = { ...facts, totalLines: 1, startLine: 1, endLine: 1 };
    const { result } = await server.ask('resources/read', { uri: uriOf(tree.path('a.md')) });
    const _meta = { 'dragoman/outcome': { ...whole, totalLines: 2, endLine: 2 } };
    const contents = [{ uri: uriOf(tree.path('a.md')), mimeType: 'text/markdown', text: 'one\r\ntwo\n', _meta }];
    expect(result).toEqual({ contents, _meta });
    for (const [name, mimeType, text, outcome] of [
      ['b.ts', 'text/plain', 'x', whole],
      ['c.json', 'application/json', 'ä\r\nb\r', { ...whole, encoding: 'utf-16le', totalLines: 2, endLine: 2 }],
      ['d', 'text/plain', '', { ...whole, totalLines: 0, endLine: 0 }],
      ['é.CSV', 'text/csv', '1', whole],
    ] as const) {
      const uri = uriOf(tree.path(name));
      expect(await server.read(uri)).toEqual({ uri, mimeType, text, _meta: { 'dragoman/outcome': outcome } });
    }
  });

  it.each([
    ['#L2', 'b\n', 2, 2],
    ['#L1-L2', 'a\nb\n', 1, 2],
    ['#L2-L999999', 'b\nc', 2, 3],
    ['#L3-L3', 'c', 3, 3],
  ])('gives the lines of %s', async (fragment, text, startLine, endLine) => {
    await using tree = await openTree({ f: 'a\nb\nc' });
    await using server = await serve(tree);
    const uri = uriOf(tree.path('f')) + fragment;
    const read = await server.read(uri);
    expect(read).toMatchObject({ uri, text });
    expect(read._meta['dragoman/outcome']).toMatchObject({ startLine, endLine, totalLines: 3 });
  });

  it('refuses lines of what has none', async () => {
    await using tree = await openTree({ f: 'a\nb', bin: Buffer.from([0, 1, 2]), dir: null });
    await using server = await serve(tree);
    const refused = async (end: string) => (await server.read(`${uriOf(tree.root)}/${end}`)).data.code;
    expect([await refused('f#L3'), await refused('bin#L1'), await refused('dir#L1')]).toEqual([
      'INVALID_RANGE',
      'UNSUPPORTED_FILE',
      'IS_DIRECTORY',
    ]);
  });

  it('gives other content in base64, with its type by content', async () => {
    const png = Buffer.from(PNG, 'base64');
    const [pdf, bin] = [Buffer.from('%PDF-1.4\n%\0'), Buffer.from([0, 1, 2, 255])];
    await using tree = await openTree({ 'a.txt': png, 'b.bin': pdf, 'c.png': bin, 'd.png': png.subarray(0, 40) });
    await using server = await serve(tree);
    const types = { 'a.txt': 'image/png', 'b.bin': 'application/pdf', 'c.png': OTHER, 'd.png': OTHER };
    const contents = { 'a.txt': png, 'b.bin': pdf, 'c.png': bin, 'd.png': png.subarray(0, 40) };
    for (const [name, mimeType] of Object.entries(types)) {
      const uri = uriOf(tree.path(name));
      const version = expect.stringMatching(/^sha256:/);
      const blob = contents[name as keyof typeof contents].toString('base64');
      expect(await server.read(uri)).toEqual({
        ...{ uri, mimeType, blob },
        _meta: { 'dragoman/outcome': { kind: 'resource', version } },
      });
    }
  });

  it('gives the names in a directory, and of many the first', async () => {
    const many = Object.fromEntries(Array.from({ length: 1003 }, (_, index) => [`many/f${10_000 + index}`, '']));
    await using tree = await openTree({ ...many, 'some/.h': '', 'some/b': '', 'some/a/f': '', 'some/l': link('a') });
    await using server = await serve(tree);
    const uri = `${uriOf(tree.path('some'))}/`;
    expect(await server.read(uri)).toMatchObject({ uri, mimeType: 'inode/directory', text: '.h\na/\nb\nl/' });
    const lines = (await server.read(uriOf(tree.path('many')))).text.split('\n');
    expect(lines.slice(998)).toEqual(['f10998', 'f10999', '[3 more entries: resources/directory/read lists them]']);
  });

  it('says of text over a bound which lines can be read, and these can', async () => {
    const line = `${'ä'.repeat(50)}\n`;
    await using tree = await openTree({
      f: line.repeat(30_000),
      one: 'x'.repeat(1_048_577),
      fits: '\n'.repeat(1_048_576),
    });
    await using server = await serve(tree);
    await using small = await serve(tree, { 'max-file-size': '1MB', 'max-response-size': '1KB' });
    expect((await server.read(uriOf(tree.path('fits')))).text).toHaveLength(1_048_576);
    for (const [from, { read }] of [
      ['', server],
      ['#L2-L29000', server],
      ['', small],
      ['#L29990', small],
    ] as const) {
      const uri = uriOf(tree.path('f'));
      const asked = from === '#L29990' ? '#L29900-L30000' : from;
      const { code, message, data } = await read(uri + asked);
      expect([code, data.code, data.uri]).toEqual([-32000, 'FILE_TOO_LARGE', uri + asked]);
      const [, hint = '', first, last] = /; read (\S+#L(\d+)-L(\d+))$/.exec(message) ?? [];
      expect(message).toMatch(/^File too large: .* 2\.9 MB .* limit is \S+ [MK]?B/);
      expect(data.lines).toEqual({ startLine: Number(first), endLine: Number(last) });
      const { text } = await read(hint);
      expect(text).toBe(line.repeat(Number(last) - Number(first) + 1));
      const more = await read(hint.replace(/\d+$/, String(Number(last) + 1)));
      expect(more.data?.code).toBe('FILE_TOO_LARGE');
    }
    const { message, data } = await server.read(uriOf(tree.path('one')));
    expect([message.endsWith('and the limit is 1.0 MB (1048576 bytes)'), data.lines]).toEqual([true, undefined]);
  });

  it('refuses data over nine megabytes of base64, and over the largest file', async () => {
    await using tree = await openTree({ large: Buffer.alloc(7_100_000), huge: Buffer.alloc(11_000_000) });
    await using server = await serve(tree);
    for (const name of ['large', 'huge']) {
      const { code, message } = await server.read(uriOf(tree.path(name)));
      expect([code, /^File too large: .* MB .* limit is .* MB/.test(message)]).toEqual([-32000, true]);
    }
  });

  it('counts as a read where all of a text was read', async () => {
    await using tree = await openTree({ whole: 'a\nb\n', part: 'a\nb\n' });
    await using server = await serve(tree, { 'require-read': 'always' });
    await server.read(uriOf(tree.path('whole')));
    await server.read(`${uriOf(tree.path('part'))}#L1`);
    const edit = async (name: string) => {
      const args = { file_path: tree.path(name), old_string: 'a', new_string: 'c' };
      return (await server.call('Edit', args))._meta['dragoman/error']?.code;
    };
    expect([await edit('whole'), await edit('part')]).toEqual([undefined, 'NOT_READ']);
  });
});

describe('a URI', () => {
  it.each([
    ['file:///{}/f', 'ok'],
    ['FILE://LOCALHOST/{}/f', 'ok'],
    ['file:///{}/f/', 'ok'],
    ['file:///{}/dir/%2e%2e/f', 'ok'],
    ['file:///{}/dir/../%66', 'ok'],
    ['file:///{}/a b', 'ok'],
    ['file:///{}/back%5Cslash', 'ok'],
    ['file:///{}/back\\slash', 'ok'],
    ['file:///{}/%2566', 'NOT_FOUND'],
    ['file:///{}/dir%2f..%2Ff', 'NOT_FOUND'],
    ['file:///{}/f%00', 'NOT_FOUND'],
    ['file:///{}/f\0', 'NOT_FOUND'],
    ['file:///{}/%ff', 'NOT_FOUND'],
    ['file:///{}/%', 'NOT_FOUND'],
    ['file:///{}/\ud800', 'NOT_FOUND'],
    ['file:///{}/f?x', 'NOT_FOUND'],
    ['file:///{}/f#', 'NOT_FOUND'],
    ['file:///{}/f#L0', 'NOT_FOUND'],
    ['file:///{}/f#L2-L1', 'NOT_FOUND'],
    ['file:///{}/f#L1-2', 'NOT_FOUND'],
    ['file:///{}/f#l1', 'NOT_FOUND'],
    ['file://host/{}/f', 'NOT_FOUND'],
    ['file://user@/{}/f', 'NOT_FOUND'],
    ['file://localhost:80/{}/f', 'NOT_FOUND'],
    ['http:///{}/f', 'NOT_FOUND'],
    ['dragoman:f', 'NOT_FOUND'],
    ['file:f', 'NOT_FOUND'],
    ['file:///{}/none', 'NOT_FOUND'],
    ['file:///{}/../../etc/passwd', 'ACCESS_DENIED'],
    ['file:///{}/%2e%2e/%2E%2e/etc/none', 'ACCESS_DENIED'],
    ['file:///{}/out/passwd', 'ACCESS_DENIED'],
    ['file:///{}/out/none', 'ACCESS_DENIED'],
    ['file:///{}/secret', 'ACCESS_DENIED'],
    ['file:///{}/to-secret', 'ACCESS_DENIED'],
    ['file:///dev/stdin', 'ACCESS_DENIED'],
    ['file:////etc/passwd', 'ACCESS_DENIED'],
    ['file:///', 'ACCESS_DENIED'],
    ['file:///{}/pipe', 'UNSUPPORTED_FILE'],
    ['f', 'no URI'],
    ['', 'no URI'],
    ['/etc/passwd', 'no URI'],
    [7, 'no URI'],
  ])('%j: %s', async (spelled, answer) => {
    const files = { f: 'x', 'a b': 'x', 'back\\slash': 'x', secret: 'x', dir: null, out: link('/etc') };
    await using tree = await openTree({ ...files, 'to-secret': link('secret') });
    makePipe(tree.path('pipe'));
    await using server = await serve(tree, { deny: 'secret' });
    const uri = String(spelled).replace('{}', tree.root.slice(1));
    const params = { uri: typeof spelled === 'string' ? uri : spelled };
    const [legacy, modern] = [
      await server.ask('resources/read', params),
      await server.modern('resources/read', params),
    ];
    const codes = {
      ok: [undefined, undefined],
      'no URI': [-32602, -32602],
      NOT_FOUND: [-32002, -32602],
    }[answer] ?? [-32000, -32000];
    expect([legacy.error?.code, modern.error?.code]).toEqual(codes);
    if (answer === 'ok') expect(legacy.result.contents[0]).toMatchObject({ uri, text: 'x' });
    else if (answer !== 'no URI') {
      expect(legacy.error.data).toMatchObject({ code: answer });
      if (uri.isWellFormed() && !uri.includes('\0')) expect(legacy.error.data.uri).toBe(uri);
      if (answer === 'NOT_FOUND' && !/[\0\ud800]/.test(uri))
        expect(legacy.error.message).toBe(`Resource not found: ${uri}`);
    }
  });

  it('tells nothing of what lies outside', async () => {
    await using tree = await openTree({ 'in/f': '', 'there/f': '' });
    await using server = await serve({ root: tree.path('in') });
    const [there, none] = [
      await server.read(uriOf(tree.path('there/f'))),
      await server.read(uriOf(tree.path('none/f'))),
    ];
    expect(JSON.stringify(none).replaceAll('none', 'there')).toBe(JSON.stringify(there));
  });
});

describe('resources/directory/read', () => {
  const page = async (server: Awaited<ReturnType<typeof serve>>, uri: string, cursor?: string) =>
    await server.ask('resources/directory/read', { uri, ...(cursor && { cursor }) });

  it('lists all but what is denied, and what links lead to', async () => {
    await using tree = await openTree({
      ...{ 'd/.git/HEAD': '', 'd/.gitignore': 'dist', 'd/dist/a': '', 'd/secret': '', 'd/f': 'abc', 'd/sub/x': '' },
      ...{ 'd/out': link('/etc'), 'd/gone': link('none'), 'd/hush': link('secret'), 'd/to-f': link('f') },
      ...{ 'd/to-sub': link('sub') },
    });
    makePipe(tree.path('d/pipe'));
    await using server = await serve(tree, { deny: 'secret' });
    const { result } = await page(server, uriOf(tree.path('d')));
    const annotations = { lastModified: expect.any(String) };
    const named = (name: string, facts: object) => ({ uri: uriOf(tree.path('d', name)), name, ...facts });
    const [directory, link_] = [{ mimeType: 'inode/directory', annotations }, { mimeType: 'inode/symlink' }];
    expect(result).toEqual({
      resources: [
        named('.git', directory),
        named('.gitignore', { size: 4, annotations }),
        named('dist', directory),
        named('f', { size: 3, annotations }),
        named('gone', link_),
        named('hush', link_),
        named('out', link_),
        named('pipe', { mimeType: 'inode/fifo' }),
        named('sub', directory),
        named('to-f', { size: 3, annotations }),
        named('to-sub', directory),
      ],
    });
  });

  it('goes on where a page ended, whatever comes and goes meanwhile', async () => {
    const names = Array.from({ length: 2100 }, (_, index) => `f${10_000 + index}`);
    await using tree = await openTree({ ...Object.fromEntries(names.map((name) => [`d/${name}`, ''])), other: null });
    await using server = await serve(tree);
    const uri = uriOf(tree.path('d'));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await page(server, uri, cursor);
      seen.push(...result.resources.map(({ name }: Json) => name));
      cursor = result.nextCursor;
      writeFileSync(tree.path('d', `a${seen.length}`), '');
    } while (cursor !== undefined);
    expect(seen).toEqual(names);
    const { result } = await page(server, uri);
    const bad = [`${result.nextCursor}x`, 'x', '', result.nextCursor.slice(0, -2)];
    for (const each of bad) {
      const { error } = await server.ask('resources/directory/read', { uri, cursor: each });
      expect(error.code).toBe(-32602);
    }
    expect((await page(server, uriOf(tree.path('other')), result.nextCursor)).error.code).toBe(-32602);
  });

  it('refuses what is no allowed directory', async () => {
    await using tree = await openTree({ f: '', out: link('/etc') });
    makePipe(tree.path('pipe'));
    await using server = await serve(tree);
    for (const uri of ['f', 'none', 'out', 'pipe', '..', '.#L1'].map((name) => `${uriOf(tree.root)}/${name}`))
      expect({ uri, code: (await page(server, uri)).error.code }).toEqual({ uri, code: -32602 });
  });
});

describe('completion/complete', () => {
  it.each<[typed: string, values: readonly string[]]>([
    ['', ['{}/']],
    ['{}'.slice(0, 1), []],
    ['{}', ['{}/']],
    ['{}/', ['{}/a b', '{}/src/', '{}/to-src/']],
    ['/{}/sr', ['{}/src/']],
    ['sr', ['{}/src/']],
    ['src/', ['{}/src/one', '{}/src/two']],
    ['./src/o', ['{}/src/one']],
    ['src/.', ['{}/src/.h']],
    ['to-src/t', ['{}/to-src/two']],
    ['dist', []],
    ['dist/', []],
    ['src/secret', []],
    ['out/', []],
    ['src/../', []],
    ['..', []],
    ['{}/../', []],
    ['/etc/', []],
    ['none/', []],
    ['src/one/', []],
  ])('of %j: %j', async (typed, values) => {
    await using tree = await openTree({
      ...{ '.git/HEAD': '', '.gitignore': 'dist', 'dist/a': '', 'src/one': '', 'src/two': '', 'src/.h': '' },
      ...{ 'src/secret': '', 'a b': '', 'to-src': link('src'), out: link('/etc') },
    });
    makePipe(tree.path('pipe'));
    await using server = await serve(tree, { deny: 'secret' });
    const put = (text: string): string => text.replace('{}', tree.root.slice(1));
    expect(await server.complete(put(typed))).toEqual({ values: values.map(put), hasMore: false });
  });

  it('has a hundred at most', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `f${100 + index}`);
    await using tree = await openTree(Object.fromEntries([...names, 'e'].map((name) => [name, ''])));
    await using server = await serve(tree);
    const { values, hasMore } = await server.complete('f');
    expect([values.length, hasMore]).toEqual([100, false]);
    writeFileSync(tree.path('f0'), '');
    const more = await server.complete('f');
    expect([more.values.length, more.values[0], more.hasMore]).toEqual([100, tree.path('f0').slice(1), true]);
  });

  it('knows one template with one argument', async () => {
    await using tree = await openTree({ f: '' });
    await using server = await serve(tree);
    const ask = (ref: object, name: string) =>
      server.ask('completion/complete', { ref, argument: { name, value: '' } });
    const uri = 'file:///{+path}';
    expect((await ask({ type: 'ref/resource', uri }, 'other')).result.completion).toEqual({
      values: [],
      hasMore: false,
    });
    for (const ref of [{ type: 'ref/resource', uri: 'file:///{path}' }, { type: 'ref/prompt', name: 'p' }, {}])
      expect((await ask(ref, 'path')).error.code).toBe(-32602);
  });
});

describe('the protocol around resources', () => {
  const OWN = ['resources/list', 'resources/templates/list', 'skills/list'];

  it('has capabilities and methods in both eras, and none if they are off', async () => {
    await using tree = await openTree({ f: '' });
    await using server = await serve(tree);
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } };
    const capabilities = {
      ...{ tools: {}, logging: {}, resources: {}, completions: {} },
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    };
    expect((await server.ask('initialize', initialize)).result.capabilities).toEqual(capabilities);
    expect((await server.modern('server/discover')).result.capabilities).toEqual(capabilities);
    expect((await server.ask('resources/templates/list')).result).toEqual({
      resourceTemplates: [{ uriTemplate: 'file:///{+path}', name: 'file' }],
    });
    expect((await server.ask('skills/list')).result).toEqual({ skills: [] });
    expect((await server.ask('skills/get', { name: 'x' })).error.code).toBe(-32602);
    expect((await server.ask('resources/subscribe', { uri: uriOf(tree.root) })).error.code).toBe(-32601);
    await using off = await serve(tree, { resources: 'off' });
    expect((await off.ask('initialize', initialize)).result.capabilities).toEqual({ tools: {}, logging: {} });
    for (const method of [...OWN, 'resources/read', 'resources/directory/read', 'completion/complete', 'skills/get'])
      expect((await off.ask(method)).error.code).toBe(-32601);
  });

  it('says in the revisions without a handshake how long an answer holds', async () => {
    await using tree = await openTree({ f: '' });
    await using server = await serve(tree);
    const uri = uriOf(tree.root);
    const completion = { ref: { type: 'ref/resource', uri: 'file:///{+path}' }, argument: { name: 'path', value: '' } };
    const ttls: Record<string, [number | undefined, Params]> = {
      'resources/list': [5000, {}],
      'resources/templates/list': [60_000, {}],
      'skills/list': [60_000, {}],
      'resources/read': [0, { uri }],
      'resources/directory/read': [0, { uri }],
      'completion/complete': [undefined, completion],
    };
    for (const [method, [ttlMs, params]] of Object.entries(ttls)) {
      const { result } = await server.modern(method, params);
      const cacheScope = ttlMs === undefined ? undefined : 'private';
      expect({ method, ...result }).toMatchObject({ method, resultType: 'complete' });
      expect([method, result.ttlMs, result.cacheScope]).toEqual([method, ttlMs, cacheScope]);
    }
  });

  it('has no files where no directory is allowed', async () => {
    await using server = await serve({ root: '/' }, { 'allow-dir': [] });
    expect((await server.ask('resources/list')).result).toEqual({ resources: [] });
    expect(await server.complete('')).toEqual({ values: [], hasMore: false });
    const { data, message } = await server.read('file:///etc/hostname');
    expect([data.code, message]).toEqual([
      'ACCESS_DENIED',
      expect.stringMatching(/^Access denied: no directory is allowed/),
    ]);
  });

  it('hides what an ignore file of the dialect hides', async () => {
    await using tree = await openTree({ '.geminiignore': 'hush', hush: 'x', f: 'x' });
    await using server = await serve(tree, { dialect: 'gemini' });
    expect((await server.read(uriOf(tree.path('f')))).text).toBe('x');
    expect((await server.read(uriOf(tree.path('hush')))).code).toBe(-32000);
    const { result } = await server.ask('resources/list');
    expect(result.resources.map(({ name }: Json) => name)).toEqual([basename(tree.root), 'f']);
  });
});
