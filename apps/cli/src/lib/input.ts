import { resolve } from 'node:path';
import { openInputFile } from '@dragoman/fs-core/internal/host';
import type { CliContext } from './cli-context.ts';
import { namesPath, type Parameter } from './parameters.ts';
import { UsageError } from './usage-error.ts';

export type WordReader = (word: string, parameter: Pick<Parameter, 'name' | 'schema'>) => Promise<string>;

// Fits into one string in every supported Node, with room to spare.
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/**
 * Replaces `-` by stdin and `@file` by that file's text; `@@` stands for a plain `@`. Arguments that are paths are
 * taken literally, since names like `@types` are common.
 */
export function createWordReader(source: Pick<CliContext, 'cwd' | 'stdin'>): WordReader {
  let stdinTaken = false;
  return async (word, { name, schema }) => {
    if (namesPath(name) || schema.type === 'boolean') return word;
    if (word === '-') {
      if (stdinTaken) throw new UsageError('Only one argument can be read from stdin');
      stdinTaken = true;
      return readText('stdin', source.stdin);
    }
    if (!word.startsWith('@') || word === '@') return word;
    if (word.startsWith('@@')) return word.slice(1);
    const path = word.slice(1);
    return readText(`"${path}"`, openInputFile(resolve(source.cwd, path)), `; write @${word} for the text ${word}`);
  };
}

/** All bytes of stdin. @throws UsageError if they cannot be read */
export function readStdin({ stdin }: Pick<CliContext, 'stdin'>): Promise<Uint8Array> {
  return explained('stdin', '', () => bytesOf(stdin));
}

function readText(source: string, bytes: AsyncIterable<Uint8Array>, advice = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return explained(source, advice, async () => decoder.decode(await bytesOf(bytes)));
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > MAX_INPUT_BYTES) throw new Error('it is over 256 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function explained<T>(source: string, advice: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new UsageError(`Cannot read ${source}: ${error instanceof Error ? error.message : error}${advice}`);
  }
}
