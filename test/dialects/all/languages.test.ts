import { readFileSync, writeFileSync } from 'node:fs';
import {
  encodeAs,
  numbered,
  openTree,
  type ServedDialect,
  serve,
  type TemporaryTree,
  testRounds,
} from '@dragoman/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from './languages.ts';

const UNICODE = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16le with mark', 'utf-16be', 'utf-16be with mark'];

// One ending in turn; both where tests explore.
const CASES = SAMPLES.flatMap((sample) =>
  [...sample.encodings, ...UNICODE].flatMap((encoding, index) =>
    [sample.text, sample.text.replaceAll('\n', '\r\n')]
      .filter((_, ending) => testRounds(1) > 1 || ending === index % 2)
      .map((text) => ({ ...sample, text, encoding, ending: text.includes('\r') ? 'CRLF' : 'LF' })),
  ),
);

let tree: TemporaryTree;
let editor: ServedDialect;
let claude: ServedDialect;

beforeAll(async () => {
  tree = await openTree();
  editor = await serve('editor', tree);
  claude = await serve('claude-code', tree);
});

afterAll(async () => {
  await editor[Symbol.asyncDispose]();
  await claude[Symbol.asyncDispose]();
  await tree[Symbol.asyncDispose]();
});

function shown(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  return numbered(1, lines.length, (line) => lines[line - 1]);
}

describe.each(CASES)('$language in $encoding with $ending', ({ text, encoding, ...words }) => {
  const before = encodeAs(text, encoding);
  const after = encodeAs(
    text.replace(words.old, () => words.new),
    encoding,
  );

  it('is shown and edited in dialect editor', async () => {
    const path = tree.path('file');
    writeFileSync(path, before);
    expect((await editor.call('view', { path })).text).toBe(shown(text));
    const result = await editor.call('str_replace', { path, old_str: words.old, new_str: words.new });
    expect(result.error).toEqual({});
    expect(readFileSync(path).toString('latin1')).toBe(after.toString('latin1'));
  });

  it('is shown and edited in dialect claude-code', async () => {
    const file_path = tree.path('file');
    writeFileSync(file_path, before);
    expect((await claude.call('Read', { file_path })).text).toBe(shown(text));
    const result = await claude.call('Edit', { file_path, old_string: words.old, new_string: words.new });
    expect(result.error).toEqual({});
    expect(result.text).toContain(words.new);
    expect(readFileSync(file_path).toString('latin1')).toBe(after.toString('latin1'));
  });
});
