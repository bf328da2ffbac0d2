import type { OpenFile } from '@dragoman/fs-core';
import { createBoundedMap, versionOf } from '@dragoman/fs-core/internal/kernel';
import type { EncodingGuess, TextFormat } from './text-format.ts';

const MAX_FILES = 1000;

const bySize = createBoundedMap<number, true>(MAX_FILES);
const byVersion = createBoundedMap<string, EncodingGuess>(MAX_FILES);

/** Remembers in which encoding an edit wrote bytes, which may be too few to tell it by themselves. */
export async function carryEncoding(
  bytes: Uint8Array,
  { encoding, bomLength, alternatives = [] }: TextFormat,
): Promise<void> {
  if (encoding === 'utf-8' || bomLength > 0) return;
  // Loaded on first use: most processes never hash, and would start later for it.
  const { createHash } = await import('node:crypto');
  bySize.set(bytes.length, true);
  byVersion.set(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, { encoding, alternatives });
}

/** The encoding in which an edit wrote a file's content. Files of other sizes than edits made are not read for it. */
export async function carriedEncoding(file: OpenFile): Promise<EncodingGuess | undefined> {
  return bySize.get(file.size) && byVersion.get(await versionOf(file));
}
