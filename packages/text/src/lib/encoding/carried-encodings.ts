import { isUtf8 } from 'node:buffer';
import type { OpenFile } from '@dragoman/fs-core';
import { createBoundedMap, versionOf } from '@dragoman/fs-core/internal/kernel';
import type { EncodingGuess, TextFormat } from './text-format.ts';

const MAX_FILES = 1000;

const bySize = createBoundedMap<number, true>(MAX_FILES);
const byVersion = createBoundedMap<string, EncodingGuess>(MAX_FILES);

/**
 * Remembers in which encoding an edit wrote bytes, which may be too few to tell it by themselves. What is UTF-8 as well,
 * such as ASCII or nothing, is in that encoding in this file only.
 * @param realPath the file's path after the edit
 */
export async function carryEncoding(
  realPath: string,
  bytes: Uint8Array,
  { encoding, bomLength, alternatives = [] }: TextFormat,
): Promise<void> {
  if (encoding === 'utf-8' || bomLength > 0) return;
  // Loaded on first use: most processes never hash, and would start later for it.
  const { createHash } = await import('node:crypto');
  const version = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  bySize.set(bytes.length, true);
  byVersion.set(isUtf8(bytes) ? `${version} ${realPath}` : version, { encoding, alternatives });
}

/** The encoding in which an edit wrote a file's content. Files of other sizes than edits made are not read for it. */
export async function carriedEncoding(file: OpenFile): Promise<EncodingGuess | undefined> {
  if (!bySize.get(file.size)) return undefined;
  const version = await versionOf(file);
  return byVersion.get(version) ?? byVersion.get(`${version} ${file.realPath}`);
}
