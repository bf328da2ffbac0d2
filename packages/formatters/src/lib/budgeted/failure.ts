import type { Failure } from '@dragoman/fs-core';
import type { Scene } from '../formatter.ts';
import { boundedText, REST_NOTE } from '../shared/bounded-text.ts';
import { pathOf, withPath } from '../shared/failure-path.ts';
import { failureSentence } from '../shared/failure-sentence.ts';
import { printableJson } from '../shared/printable.ts';
import { fits, shareOf } from '../shared/text-limit.ts';
import { wellFormed } from '../shared/well-formed.ts';
import type { FailureAnswer } from './answers.ts';
import { BOUND_NAMES } from './page-end.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A failure as data: its code, a sentence for the reader, and the details under the names that the tools use. The path
 * is the one that the caller gave. If all of it is over the limit, the code and the beginning of the sentence remain.
 * @example failed({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function failed(failure: Failure, args: Fields, { limit }: Scene): FailureAnswer {
  const error = errorOf(failure, args);
  if (fits(printableJson(JSON.stringify({ error })), limit)) return { error };
  // Details and message repeat what the caller sent, which may be anything.
  const message = boundedText(error.message, shareOf(limit, 8), REST_NOTE);
  return { error: { code: failure.code, message } };
}

function errorOf(failure: Failure, args: Fields): FailureAnswer['error'] {
  const path = typeof args.file_path === 'string' ? args.file_path : pathOf(failure);
  const named = withPath(failure, path);
  return wellFormed({
    code: failure.code,
    message: sentenceOf(named),
    ...(path !== undefined && { file_path: path }),
    ...argumentOf(named),
    ...inSnakeCase(factsOf(named)),
  });
}

function sentenceOf(failure: Failure): string {
  const sentence = failureSentence(failure, { search: 'search_code' });
  if (failure.code !== 'INVALID_ARGUMENT' || failure.problem !== 'no-room') return sentence;
  return `${sentence} ${BOUND_NAMES[failure.bound]} ${failure.limit}: raise it`;
}

/** Name by which the caller knows the faulty argument. */
function argumentOf(failure: Failure): { readonly argument?: string } {
  if (failure.code !== 'INVALID_ARGUMENT') return {};
  switch (failure.problem) {
    case 'no-room':
      return { argument: BOUND_NAMES[failure.bound] };
    case 'continuation':
    case 'continuation-range':
      return { argument: 'continuation' };
    case 'chunk-order':
      return { argument: 'chunk.index' };
    case 'chunk-target':
      return { argument: 'chunk.id' };
    default:
      return {};
  }
}

// They stand elsewhere in the answer, or only choose the words of the sentence.
const LEFT_OUT: ReadonlySet<string> = new Set(['code', 'path', 'problem', 'action']);

function factsOf(failure: Failure): Fields {
  const facts = Object.entries(failure).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(facts.flatMap(worded));
}

function worded([name, fact]: [name: string, fact: unknown]): [string, unknown][] {
  if (name === 'bound') return fact === 'file-size' ? [['option', '--max-file-size']] : [];
  return [[name, name === 'failed' && Array.isArray(fact) ? fact.map(snakeCase) : fact]];
}

/**
 * `failed` as JSON text.
 * @example explained({ code: 'NOT_FOUND', path: 'a.md' }, { file_path: 'a.md' }, { root: '/project', limit: { bytes: 20_000 } })
 */
export function explained(failure: Failure, args: Fields, scene: Scene): string {
  return printableJson(JSON.stringify(failed(failure, args, scene)));
}

function inSnakeCase(fields: Fields): Fields {
  const renamed = Object.entries(fields).map(([name, value]) => [
    snakeCase(name),
    isFields(value) ? inSnakeCase(value) : value,
  ]);
  return Object.fromEntries(renamed);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
