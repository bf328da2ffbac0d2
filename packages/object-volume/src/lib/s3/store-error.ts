import { ToolError } from '@dragoman/fs-core';
import { StoreRefusal } from './refusal.ts';

/** The request came to no answer, or to half of one. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The answer is none to the request: a fault of the store, to which another attempt makes no difference. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** Status of the answer that was no success; null where there was no whole answer. */
export function statusOf(error: unknown): number | null {
  if (error instanceof StoreRefusal) return error.status;
  // The SDK asks for credentials, where they come from a service.
  const status = (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
  // What was said to be well and cannot be read is half of an answer.
  return status === undefined || (status >= 200 && status < 300) ? null : status;
}

export function nameOf(error: unknown): string {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return String((error instanceof StoreRefusal ? code : name) ?? 'Error').replace(/[^\w.-]/g, '');
}

// What the SDK throws before it asks anybody.
const SETTINGS: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'there are no credentials, as AWS_ACCESS_KEY_ID or a profile would give',
  TokenProviderError: 'the token of the profile cannot be used',
};

/** True if the same request may succeed in a moment. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ToolError || error instanceof WrongAnswer || reasonInSettings(error) !== null) return false;
  const status = statusOf(error);
  return status === null || status === 429 || (status >= 500 && status !== 501);
}

/**
 * The error as those of this project. Nothing of the SDK's own message is in it, which may quote what nobody should read.
 * @param isUnknown whether it cannot be told if a write was carried out
 */
export function storeError(error: unknown, isUnknown = false): ToolError {
  if (error instanceof ToolError) return isUnknown ? withoutOutcome(error) : error;
  const outcome = isUnknown ? { outcome: 'unknown' as const } : {};
  if (error instanceof WrongAnswer) return storeAnswered(error.message, outcome);
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return new ToolError({ code: 'PERMISSION_DENIED', path: '' }, `The store refuses access (${nameOf(error)})`);
  if (status === 429 || status === 503)
    return new ToolError({ code: 'IO_ERROR', problem: 'store-slow', ...outcome }, 'The store asks to slow down');
  if (status !== null) {
    const name = nameOf(error);
    return storeAnswered(name === 'NoSuchBucket' ? 'that there is no such bucket' : `${status} ${name}`, outcome);
  }
  const reason = reasonInSettings(error) ?? reasonOf(error);
  const failure = { code: 'IO_ERROR', problem: 'store-unreachable', reason, ...outcome } as const;
  return new ToolError(failure, `The store cannot be reached: ${reason}`);
}

/** The error where a store disregards what reading relies on. */
export function notHonoured(what: string): ToolError {
  const reason = `without honouring ${what}`;
  return new ToolError(
    { code: 'IO_ERROR', problem: 'store-answer', reason },
    `the store does not honour ${what}, so files could not be told to be current`,
  );
}

function storeAnswered(reason: string, outcome: { readonly outcome?: 'unknown' }): ToolError {
  return new ToolError(
    { code: 'IO_ERROR', problem: 'store-answer', reason, ...outcome },
    `The store answered ${reason}`,
  );
}

/** The same error, of a write of which it cannot be told whether it was carried out. */
function withoutOutcome(error: ToolError): ToolError {
  const { failure, message } = error;
  if (failure.code !== 'IO_ERROR' || !('problem' in failure)) return error;
  switch (failure.problem) {
    case 'store-unreachable':
    case 'store-slow':
    case 'store-answer':
      return new ToolError({ ...failure, outcome: 'unknown' }, message, { cause: error });
    default:
      return error;
  }
}

function reasonInSettings(error: unknown): string | null {
  if (error instanceof Error && error.message === 'Region is missing')
    return 'no region is named, as --s3-region or AWS_REGION would';
  if (error instanceof Error && error.message.startsWith('Region not accepted'))
    return 'the region that --s3-region or AWS_REGION names is none';
  return SETTINGS[nameOf(error)] ?? null;
}

function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code.replace(/[^\w.-]/g, '') : nameOf(error);
}
