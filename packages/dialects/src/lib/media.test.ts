import type { ContentBlock } from '@dragoman/formatters/internal/pieces';
import { casesToTest, openTree, pngOf, SMALL_PICTURES, sidesOf, type TemporaryTree } from '@dragoman/testing';
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
const photoshop = Buffer.alloc(60);
photoshop.write('8BPS\0\x01');
photoshop.writeUInt32BE(4, 14);
photoshop.writeUInt32BE(5, 18);

const { gif, jpeg, webp } = SMALL_PICTURES;
const hex = (bytes: string) => Buffer.from(`${bytes}${'00'.repeat(60)}`, 'hex');
/** The first box of a file whose brand tells its format. */
const boxed = (brand: string) => hex(`00000018${Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`).toString('hex')}`);

const GOOD = { 'a.png': png, 'b.gif': gif, 'c.jpg': jpeg, 'd.webp': webp };
const MISNAMED = { 'jpeg.png': jpeg, 'png.jpg': png, 'gif.webp': gif, 'webp.dat': webp, 'apng.apng': animated };
const TRAILED = Object.fromEntries(
  Object.entries(GOOD).map(([name, data]) => [`more-${name}`, Buffer.concat([data, Buffer.from('\n\0more')])]),
);
const BAD = {
  'cut.png': [png.subarray(0, png.length - 14), 'PNG, damaged (ends early): 30 × 20 pixels, '],
  'begun.png': [png.subarray(0, 8), 'PNG, damaged (ends early): 8 B'],
  'named.webp': [png.subarray(0, png.length - 14), 'PNG, damaged (ends early)'],
  'short.jpg': [Buffer.from([0xff, 0xd8, 0xff]), 'JPEG, damaged (ends early): 3 B'],
  'cut.jpg': [jpeg.subarray(0, jpeg.length - 2), 'JPEG, damaged (ends early): 1 × 1 pixels, '],
  'cut.gif': [gif.subarray(0, 20), 'GIF, damaged (ends early)'],
  'cut.webp': [webp.subarray(0, 32), 'WebP, damaged (ends early)'],
  'flat.png': [pngOf(0, 9), 'PNG, damaged (no width or height): 0 × 9 pixels, '],
  'none.png': [pngOf(0, 0), 'PNG, damaged (no width or height): 0 × 0 pixels, '],
  'flat.gif': [Buffer.from(gif).fill(0, 6, 8), 'GIF, damaged (no width or height): 0 × 1 pixels, '],
  'icon.ico': [hex('0000010001001010000001002000000000001600'), 'ICO'],
  'a.tif': [hex('49492a0008000000'), 'TIFF ('],
  'a.avif': [boxed('avif'), 'AVIF ('],
  'a.jxl': [hex('0000000c4a584c200d0a870a'), 'JPEG XL ('],
  'a.psd': [photoshop, 'PSD of 5 × 4 pixels ('],
} as const;
/** Beside the others, some dialects hand these over. */
const PEERS = { 'a.bmp': [bitmap, 'BMP of 5 × 4 pixels (70 B)'], 'a.heic': [boxed('heic'), 'HEIC ('] } as const;
const contentsOf = (files: Readonly<Record<string, readonly [Buffer, string]>>) =>
  Object.fromEntries(Object.entries(files).map(([name, [data]]) => [name, data]));

const TYPES = [
  ['\x89PNG', 'image/png'],
  ['GIF8', 'image/gif'],
  ['\xff\xd8', 'image/jpeg'],
  ['RIFF', 'image/webp'],
] as const;

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
    const whole = { ...GOOD, ...MISNAMED, ...TRAILED };
    await using tree = await openTree(whole);
    for (const [name, data] of Object.entries(whole)) {
      const { content } = await call(dialect, tree, tool, name);
      const mimeType = TYPES.find(([begins]) => data.toString('latin1').startsWith(begins))?.[1];
      expect([name, imagesIn(content)]).toEqual([name, [{ type: 'image', mimeType, data: data.toString('base64') }]]);
    }
  });

  it('hands over nothing that a service would refuse, and says why', async () => {
    const files = dialect === 'gemini' ? BAD : { ...BAD, ...PEERS };
    await using tree = await openTree(contentsOf(files));
    for (const [name, [, reason]] of Object.entries(files)) {
      const { content } = await call(dialect, tree, tool, name);
      expect([name, imagesIn(content)]).toEqual([name, []]);
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

const OLDER = { ...BAD, ...PEERS };
const view = { name: 'view', args: (path: string) => ({ path }) };
const media = { name: 'read_media_file', args: (path: string) => ({ path }) };

it('shows any picture in editor, beside a text on what not all models see', async () => {
  await using tree = await openTree(contentsOf(OLDER));
  for (const [name, [data, reason]] of Object.entries(OLDER)) {
    const [image, note, ...rest] = (await call('editor', tree, view, name)).content;
    expect([name, image, rest]).toMatchObject([name, { type: 'image', data: data.toString('base64') }, []]);
    expect([name, textIn(note === undefined ? [] : [note])]).toEqual([name, expect.stringMatching(/^Image: image\//)]);
    expect(textIn(note === undefined ? [] : [note])).toContain(reason.replace(/[:,]? ?\(?(?:\d+ B\))?(?:\d+ B)?$/, ''));
  }
});

it('shows a picture that is no such in filesystem as a resource, but for a bitmap', async () => {
  const { 'a.bmp': bmp, ...files } = OLDER;
  await using tree = await openTree({ ...contentsOf(files), 'a.bmp': bmp[0] });
  for (const name of Object.keys(files)) {
    const { content } = await call('filesystem', tree, media, name);
    expect([name, content]).toMatchObject([
      name,
      [{ type: 'resource', resource: { mimeType: 'application/octet-stream' } }],
    ]);
  }
  const image = { type: 'image', mimeType: 'image/bmp', data: bitmap.toString('base64') };
  expect((await call('filesystem', tree, media, 'a.bmp')).content).toEqual([image]);
});

it('hands over bitmaps and HEIC in gemini, named beside', async () => {
  await using tree = await openTree(contentsOf(PEERS));
  const tool = { name: 'read_file', args: (absolute_path: string) => ({ absolute_path }) };
  for (const [name, [data, reason]] of Object.entries(PEERS)) {
    const { content } = await call('gemini', tree, tool, name);
    expect(imagesIn(content)).toMatchObject([{ type: 'image', data: data.toString('base64') }]);
    expect(textIn(content)).toContain(reason.replace(/ \(.*$/, ''));
  }
});

it.each([
  ['claude', 2000],
  ['claude-code', 8000],
] as const)('keeps the same law in notebooks, in %s', async (dialect, side) => {
  const shown = { ...GOOD, ...MISNAMED, ...TRAILED };
  const output = (data: Buffer) => ({ output_type: 'display_data', data: { 'image/png': data.toString('base64') } });
  const large = pngOf(side * 2, 2);
  const unshown = [...Object.values(contentsOf(OLDER)), pngOf(1_000_000, 1_000_000)];
  const outputs = [...Object.values(shown), ...unshown, large].map(output);
  const cells = [{ cell_type: 'code', id: 'c', source: 'x', metadata: {}, execution_count: null, outputs }];
  await using tree = await openTree({
    'n.ipynb': JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
  });
  const { content } = await call(dialect, tree, { name: 'Read', args: (file_path) => ({ file_path }) }, 'n.ipynb');
  const images = content.flatMap((block) => (block.type === 'image' ? [Buffer.from(block.data, 'base64')] : []));
  const scaled = images.pop();
  expect(images).toEqual(Object.values(shown));
  expect(sidesOf(scaled ?? large)).toEqual([side, 1]);
  expect(textIn(content)).toContain(`[Image scaled: ${side * 2} × 2 pixels are shown as ${side} × 1;`);
  expect(textIn(content).match(/not shown, /g)).toHaveLength(unshown.length);
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
