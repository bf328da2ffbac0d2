import type { ContentBlock } from '@dragoman/formatters/internal/pieces';
import { casesToTest, openTree, pngOf, SMALL_PICTURES, type TemporaryTree } from '@dragoman/testing';
import { createSession } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { createToolset } from './create-toolset.ts';
import type { DialectName } from './registry.ts';

interface MediaTool {
  readonly name: string;
  readonly args: (path: string) => Readonly<Record<string, unknown>>;
  /** Pixels. */
  readonly maxSide: number;
  /** Answer to a damaged picture, besides which nothing is handed over. */
  readonly says: (path: string, reason: string) => string;
}

const cannotShow = (path: string, reason: string) => `Cannot show ${path}: ${reason}`;

/** Every tool that shows pictures, but for those of `editor` and `filesystem`, which hand over the others, too. */
const TOOLS: readonly (readonly [DialectName, MediaTool])[] = [
  ['claude-code', { name: 'Read', args: (file_path) => ({ file_path }), maxSide: 8000, says: cannotShow }],
  ['claude', { name: 'Read', args: (file_path) => ({ file_path }), maxSide: 2000, says: cannotShow }],
  ['gemini', { name: 'read_file', args: (absolute_path) => ({ absolute_path }), maxSide: 8000, says: cannotShow }],
  ['gemini-cli', { name: 'read_file', args: (file_path) => ({ file_path }), maxSide: 2000, says: cannotShow }],
  ['gemini-cli', { name: 'read_many_files', args: (path) => ({ include: [path] }), maxSide: 2000, says: cannotShow }],
  [
    'codex',
    {
      name: 'view_image',
      args: (path) => ({ path }),
      maxSide: 8000,
      says: () => 'unable to process image: invalid or unsupported image data',
    },
  ],
  [
    'text_editor',
    {
      name: 'str_replace_based_edit_tool',
      args: (path) => ({ command: 'view', path }),
      maxSide: 8000,
      says: cannotShow,
    },
  ],
];

const png = pngOf(30, 20);
const animated = Buffer.concat([
  png.subarray(0, 33),
  Buffer.from('0000000861 63544c0000000100000000b2d40a2e'.replaceAll(' ', ''), 'hex'),
  png.subarray(33),
]);
const bitmap = Buffer.alloc(70);
bitmap.write('BM');
bitmap.writeInt32LE(5, 18);
bitmap.writeInt32LE(-4, 22);

const GOOD = { 'a.png': png, 'b.gif': SMALL_PICTURES.gif, 'c.jpg': SMALL_PICTURES.jpeg, 'd.webp': SMALL_PICTURES.webp };
const BAD = {
  'cut.png': [png.subarray(0, png.length - 14), 'PNG, damaged (ends early)'],
  'begun.png': [png.subarray(0, 8), 'PNG, damaged (ends early)'],
  'short.jpg': [Buffer.from([0xff, 0xd8, 0xff]), 'JPEG, damaged (ends early)'],
  'cut.gif': [SMALL_PICTURES.gif.subarray(0, 20), 'GIF, damaged (ends early)'],
  'cut.webp': [SMALL_PICTURES.webp.subarray(0, 32), 'WebP, damaged (ends early)'],
  'flat.png': [pngOf(0, 9), 'PNG, damaged (no width or height)'],
  'icon.ico': [Buffer.from(`00000100010010100000010020000000000016${'00'.repeat(60)}`, 'hex'), 'ICO'],
} as const;

async function call(
  dialect: DialectName,
  tree: TemporaryTree,
  { name, args }: Pick<MediaTool, 'name' | 'args'>,
  file: string,
) {
  const limits = { maxFileSize: 50 * 1024 * 1024 };
  const session = createSession({ workdir: tree.root, requireRead: 'never', limits });
  await using toolset = await createToolset({ dialect, session });
  return await toolset.call(name, args(tree.path(file)));
}

const imagesIn = (content: readonly ContentBlock[]) => content.filter(({ type }) => type !== 'text');
const textIn = (content: readonly ContentBlock[]) =>
  content.map((block) => ('text' in block ? block.text : '')).join('\n');

describe.each(TOOLS)('in %s, %o', (dialect, tool) => {
  it('shows whole pictures byte for byte, with the type of their content', async () => {
    await using tree = await openTree({ ...GOOD, 'e.png': animated });
    for (const [name, data] of [...Object.entries(GOOD), ['e.png', animated] as const]) {
      const { content } = await call(dialect, tree, tool, name);
      const mimeType = `image/${name.slice(2).replace('jpg', 'jpeg')}`;
      expect(imagesIn(content)).toEqual([{ type: 'image', mimeType, data: data.toString('base64') }]);
    }
  });

  it('hands over nothing that a service would refuse, and says why', async () => {
    await using tree = await openTree(Object.fromEntries(Object.entries(BAD).map(([name, [data]]) => [name, data])));
    for (const [name, [, reason]] of Object.entries(BAD)) {
      const { content } = await call(dialect, tree, tool, name);
      expect(imagesIn(content)).toEqual([]);
      expect(textIn(content)).toContain(tool.says(tree.path(name), reason));
    }
  });

  it('scales what is over the largest side, and tells the sides and the scale', async () => {
    const side = tool.maxSide * 2;
    const large = pngOf(side, 2);
    await using tree = await openTree({ 'large.png': large });
    const { content } = await call(dialect, tree, tool, 'large.png');
    const [image] = imagesIn(content);
    const data = image !== undefined && 'data' in image ? Buffer.from(image.data, 'base64') : Buffer.alloc(24);
    expect([data.readUInt32BE(16), data.readUInt32BE(20)]).toEqual([tool.maxSide, 1]);
    expect(textIn(content)).toContain(
      `[Image scaled: ${side} × 2 pixels are shown as ${tool.maxSide} × 1; multiply coordinates by 2.00 for the original.]`,
    );
  });

  it('names both sides and the limit of what nothing can scale', async () => {
    // It has too few pixels to be decoded.
    await using tree = await openTree({ 'large.png': pngOf(9000, 700) });
    const { content } = await call(dialect, tree, tool, 'large.png');
    expect(imagesIn(content)).toEqual([]);
    expect(textIn(content)).toMatch(
      new RegExp(`PNG of 9000 × 700 pixels \\(.*\\), too large: the limit is ${tool.maxSide} pixels a side`),
    );
  });
});

it('hands over bitmaps where the peers of a dialect do, and names them elsewhere', async () => {
  await using tree = await openTree({ 'a.bmp': bitmap });
  const image = { type: 'image', mimeType: 'image/bmp', data: bitmap.toString('base64') };
  const view = { name: 'view', args: (path: string) => ({ path }) };
  const media = { name: 'read_media_file', args: (path: string) => ({ path }) };
  expect(imagesIn((await call('editor', tree, view, 'a.bmp')).content)).toEqual([image]);
  expect(imagesIn((await call('filesystem', tree, media, 'a.bmp')).content)).toEqual([image]);
  for (const [dialect, tool] of TOOLS.filter(([dialect]) => dialect !== 'codex')) {
    const { content } = await call(dialect, tree, tool, 'a.bmp');
    if (dialect === 'gemini') expect(imagesIn(content)).toEqual([image]);
    else expect(textIn(content)).toContain('BMP of 5 × 4 pixels (70 B), no PNG, JPEG, GIF or WebP');
  }
});

it('shows a damaged picture in editor beside a text, and as a resource in filesystem', async () => {
  const data = Buffer.from([0xff, 0xd8, 0xff]);
  await using tree = await openTree({ 'a.jpg': data });
  const viewed = await call('editor', tree, { name: 'view', args: (path) => ({ path }) }, 'a.jpg');
  expect(viewed.content).toEqual([
    { type: 'image', mimeType: 'image/jpeg', data: data.toString('base64') },
    { type: 'text', text: 'Image: image/jpeg (3 B): JPEG, damaged (ends early)' },
  ]);
  const media = await call('filesystem', tree, { name: 'read_media_file', args: (path) => ({ path }) }, 'a.jpg');
  expect(media.content).toMatchObject([{ type: 'resource', resource: { mimeType: 'application/octet-stream' } }]);
});

const MOST = 9 * 1024 * 1024;

describe('a result with media', () => {
  const sizes = [3_300_000, 3_500_000, 3_900_000, 4_000_000, 6_900_000, 7_077_888, 12_000_000];
  const wav = (size: number) => {
    const data = Buffer.alloc(size);
    data.write('RIFF\0\0\0\0WAVEfmt ');
    return data;
  };
  const tools = [
    ...casesToTest(TOOLS, 2),
    ['editor', { name: 'view', args: (path: string) => ({ path }) }],
    ['filesystem', { name: 'read_media_file', args: (path: string) => ({ path }) }],
  ] as const;

  it.each(tools)('is never over 9 MiB, in %s, %o', async (dialect, tool) => {
    const named = sizes.flatMap((size): [string, Buffer][] => [
      [`${size}.png`, pngOf(1, 1, { trailing: size - 70 })],
      [`${size}.bmp`, Buffer.concat([bitmap, Buffer.alloc(size - 70)])],
      [`${size}.wav`, wav(size)],
    ]);
    await using tree = await openTree(Object.fromEntries(named));
    for (const [name, { length }] of named) {
      const { content, structuredContent, isError } = await call(dialect, tree, tool, name);
      expect(JSON.stringify({ content, structuredContent }).length).toBeLessThan(MOST);
      if (dialect === 'filesystem' && length > 3_600_000) {
        expect([name, isError]).toEqual([name, true]);
        expect(textIn(content)).toMatch(/4\.5 MB of base64|5 MB of base64/);
      }
    }
  });

  it('is never over 9 MiB, however many files were asked for', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`${at}.png`, pngOf(1, 1, { trailing: 3_000_000 })]),
    );
    await using tree = await openTree(many);
    const { content } = await call(
      'gemini-cli',
      tree,
      { name: 'read_many_files', args: () => ({ include: ['*.png'] }) },
      '.',
    );
    expect(JSON.stringify({ content }).length).toBeLessThan(MOST);
    expect(imagesIn(content).length).toBeGreaterThan(0);
    expect(textIn(content)).toContain('more files are over the response size limit');
  });
});

describe('a PDF in the dialects that hand it over', () => {
  const CASES = [
    ['gemini', { name: 'read_file', args: (absolute_path: string) => ({ absolute_path }) }],
    ['gemini-cli', { name: 'read_file', args: (file_path: string) => ({ file_path }) }],
    ['gemini-cli', { name: 'read_many_files', args: (path: string) => ({ include: [path] }) }],
  ] as const;

  it.each(CASES)('is told in words if it does not open, in %s, %o', async (dialect, tool) => {
    await using tree = await openTree({ 'fake.pdf': '%PDF-1.7\nno objects at all\n%%EOF' });
    const { content } = await call(dialect, tree, tool, 'fake.pdf');
    expect(imagesIn(content)).toEqual([]);
    expect(textIn(content)).toContain(`Cannot show ${tree.path('fake.pdf')}: PDF, damaged`);
  });
});
