import { resolve } from 'node:path';
import { openInputFile } from '@dragoman/tools/stdio';
import { namesPath, type Parameter } from './parameters.ts';
import { UsageError } from './usage-error.ts';

/** Where `-` and `@file` are read from. */
export interface InputSource {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinIsTerminal: boolean;
}

export type WordReader = (word: string, parameter: Pick<Parameter, 'name' | 'schema'>) => Promise<string>;

// Fits into one string in every supported Node, with room to spare.
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/**
 * Replaces `-` by stdin and `@file` by that file's text; `@@` stands for a plain `@`. Arguments that are paths are
 * taken literally, since names like `@types` are common.
 */
export function createWordReader(source: Pick<InputSource, 'cwd' | 'stdin'>): WordReader {
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
export async function readStdin({ stdin }: Pick<InputSource, 'stdin'>): Promise<Uint8Array> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bounded(stdin)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    throw unreadable('stdin', error);
  }
}

async function readText(source: string, bytes: AsyncIterable<Uint8Array>, advice = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for await (const chunk of bounded(bytes)) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    throw unreadable(source, error, advice);
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > MAX_INPUT_BYTES) throw new Error('it is over 256 MB');
    yield chunk;
  }
}

function unreadable(source: string, error: unknown, advice = ''): UsageError {
  return new UsageError(`Cannot read ${source}: ${error instanceof Error ? error.message : error}${advice}`);
}
