import { describe, expect, it } from 'vitest';
import { CLIENTS } from './calls.ts';
import { failuresOf } from './failures-of.ts';

describe.each(CLIENTS)('the first call of a model in $name $version', (client) => {
  it.each(['auto', 'claude'])('succeeds in the dialect %s', async (dialect) => {
    expect(client.calls.length).toBeGreaterThanOrEqual(40);
    expect(await failuresOf(dialect, client)).toEqual([]);
  });
});
