import { testSample } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from './calls.ts';
import { failuresOf } from './failures-of.ts';

describe.each(CLIENTS)('the first call of a model in $name $version', ({ calls, ...client }) => {
  it('succeeds in the dialect that auto picks', async () => {
    expect(await failuresOf('auto', { ...client, calls: testSample(calls, 5) })).toEqual([]);
  });
});
