import { resolve } from 'node:path';
import { openInputFile } from '@dragoman/tools/stdio';
import { namesPath, type Parameter } from './parameters.ts';
import { UsageError } from './usage-error.ts';

/** Where `-` and `@file` are read from. */
export interface InputSource {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
}

export type WordReader = (word: string, parameter: Pick<Parameter, 'name' | 'schema'>) => Promise<string>;

// Fits into one string in every supported Node, with room to spare.
const MAX_INPUT_BYTES = 256 * 1024 * 1024;

/**
 * Replaces `-` by stdin and `@file` by that file's text; `@@` stands for a plain `@`. Arguments that are paths are
 * taken literally, since names like `@types` are common.
 */
export function createWordReader(source: InputSource): WordReader {
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

async function readText(source: string, bytes: AsyncIterable<Uint8Array>, advice = ''): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let size = 0;
  let text = '';
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > MAX_INPUT_BYTES) throw new Error('it is over 256 MB');
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw new UsageError(`Cannot read ${source}: ${error instanceof Error ? error.message : error}${advice}`);
  }
}
