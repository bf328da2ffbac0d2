import { ToolError } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { refusalIn, StoreRefusal } from './refusal.ts';
import { isPassing, NoAnswer, nameOf, statusOf, storeError } from './store-error.ts';

const ofSdk = (name: string, httpStatusCode?: number) =>
  Object.assign(new Error('AKIDEXAMPLE must not be told'), { name, $metadata: { httpStatusCode } });
const ofSystem = (code: unknown) => Object.assign(new Error('10.0.0.1'), { code });

describe('an error of a store', () => {
  it.each([
    [
      'a refusal',
      new StoreRefusal(403, 'AccessDenied'),
      'PERMISSION_DENIED',
      'The store refuses access (AccessDenied)',
    ],
    ['a wrong key', new StoreRefusal(401, 'a b\u0007<c>'), 'PERMISSION_DENIED', 'The store refuses access (abc)'],
    ['too many requests', new StoreRefusal(429, 'x'), 'IO_ERROR', 'The store asks to slow down'],
    [
      'a missing bucket',
      new StoreRefusal(404, 'NoSuchBucket'),
      'IO_ERROR',
      'The store answered that there is no such bucket',
    ],
    ['any other answer', new StoreRefusal(418, 'Teapot'), 'IO_ERROR', 'The store answered 418 Teapot'],
    [
      'a role that is refused',
      ofSdk('AccessDenied', 403),
      'PERMISSION_DENIED',
      'The store refuses access (AccessDenied)',
    ],
    ['half of an answer', ofSdk('SyntaxError', 200), 'IO_ERROR', 'The store cannot be reached: SyntaxError'],
    ['no answer', new NoAnswer('no answer in 5 ms'), 'IO_ERROR', 'The store cannot be reached: no answer in 5 ms'],
    ['no connection', ofSystem('ECONNRESET'), 'IO_ERROR', 'The store cannot be reached: ECONNRESET'],
    ['an odd code', ofSystem(7), 'IO_ERROR', 'The store cannot be reached: Error'],
    [
      'a region that is none',
      new Error('Region not accepted: region="x y" is not a valid hostname component.'),
      'IO_ERROR',
      'The store cannot be reached: the region that --s3-region or AWS_REGION names is none',
    ],
    ['no error at all', null, 'IO_ERROR', 'The store cannot be reached: Error'],
    [
      'no token',
      ofSdk('TokenProviderError'),
      'IO_ERROR',
      'The store cannot be reached: the token of the profile cannot be used',
    ],
  ])('tells what happened and no secret: %s', (_, error, code, message) => {
    expect(storeError(error)).toMatchObject({ code, message });
  });

  it.each([
    [new StoreRefusal(500, 'x'), true],
    [new StoreRefusal(429, 'x'), true],
    [new StoreRefusal(403, 'x'), false],
    [ofSystem('EPIPE'), true],
    [ofSdk('CredentialsProviderError'), false],
    [new Error('Region is missing'), false],
    [new ToolError({ code: 'CANCELLED' }, 'x'), false],
  ])('may pass or not: %s', (error, expected) => {
    expect(isPassing(error)).toBe(expected);
  });

  it('of a write without an answer says that its outcome is unknown, and nothing else does', () => {
    const unknown = { failure: { outcome: 'unknown' } };
    for (const error of [new NoAnswer('x'), new StoreRefusal(503, 'x'), new StoreRefusal(500, 'x')]) {
      expect(storeError(error, true)).toMatchObject(unknown);
      expect(storeError(storeError(error), true)).toMatchObject(unknown);
      expect(storeError(error)).not.toMatchObject(unknown);
    }
    const others = [
      new ToolError({ code: 'CANCELLED' }, 'x'),
      new ToolError({ code: 'IO_ERROR', problem: 'too-many-objects', path: '/', limit: 1 }, 'x'),
    ];
    for (const error of others) expect(storeError(error, true)).toBe(error);
  });

  it('has the status of its answer, and a name', () => {
    expect([statusOf(new StoreRefusal(412, 'x')), statusOf(ofSdk('x', 503)), statusOf('x')]).toEqual([412, 503, null]);
    expect([nameOf(new StoreRefusal(412, 'NoSuchKey')), nameOf(ofSdk('Odd')), nameOf({})]).toEqual([
      'NoSuchKey',
      'Odd',
      'Error',
    ]);
  });
});

describe('an answer', () => {
  const answer = (status: number, text = '') => ({ status, headers: {}, body: Buffer.from(text) });

  it('is a refusal by its status, with the code in its body or the name of the status', () => {
    expect(refusalIn(answer(206))).toBeNull();
    expect(refusalIn(answer(409, '<Error><Code>Conflict</Code></Error>'))).toMatchObject({
      status: 409,
      code: 'Conflict',
    });
    expect(refusalIn(answer(404))).toMatchObject({ code: 'Not Found' });
    expect(refusalIn(answer(799))).toMatchObject({ code: 'Error' });
  });
});
