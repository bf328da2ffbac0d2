import { STATUS_CODES } from 'node:http';
import type { Answer } from './exchange.ts';

/** An answer of the store that is no success. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
  readonly status: number;
  /** Code of S3, such as `NoSuchKey`. */
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

/** Null for an answer that is a success. */
export function refusalIn({ status, body }: Pick<Answer, 'status' | 'body'>): StoreRefusal | null {
  if (status >= 200 && status < 300) return null;
  const code = /<Code>([^<]*)<\/Code>/.exec(body.subarray(0, 10_000).toString())?.[1];
  // An answer to HEAD has no body.
  return new StoreRefusal(status, code ?? STATUS_CODES[status] ?? 'Error');
}
