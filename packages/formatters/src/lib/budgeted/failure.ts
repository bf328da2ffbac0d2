import type { Failure } from '@dragoman/tools';
import { failureSentence } from '../shared/failure-sentence.ts';

/** A failure as data: its code, a sentence for whoever reads it, and the details under the names that the tools use. */
export function failed(failure: Failure): Readonly<Record<string, unknown>> {
  const { path, ...details } = failure.details;
  const facts = Object.entries(details).map(([name, value]) => [snakeCase(name), value]);
  return {
    error: {
      code: failure.code,
      message: failureSentence(failure),
      ...(path !== undefined && { file_path: path }),
      ...Object.fromEntries(facts),
    },
  };
}

/** `failed` as text. */
export function explained(failure: Failure): string {
  return JSON.stringify(failed(failure));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
