import type { Failure } from '@dragoman/tools';
import { failureSentence } from '../shared/failure-sentence.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A failure as data: its code, a sentence for whoever reads it, and the details under the names that the tools use. */
export function failed(failure: Failure): Fields {
  const { path, failed: names, ...details } = failure.details;
  return {
    error: {
      code: failure.code,
      message: failureSentence(failure),
      ...(path !== undefined && { file_path: path }),
      ...(Array.isArray(names) && { failed: names.map(snakeCase) }),
      ...inSnakeCase(details),
    },
  };
}

/** `failed` as text. */
export function explained(failure: Failure): string {
  return JSON.stringify(failed(failure));
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
