import { readFileSync } from 'node:fs';
import { testSample } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from './calls.ts';
import { failuresOf } from './failures-of.ts';

describe.each(CLIENTS)('the first call of a model in $name $version', ({ calls, ...client }) => {
  it('succeeds in the dialect that auto picks', async () => {
    expect(await failuresOf('auto', { ...client, calls: testSample(calls, 5) })).toEqual([]);
  });
});

describe('the page about clients', () => {
  it('says how many calls are accepted', () => {
    const rows = CLIENTS.map(({ name, version, calls }) => `| \`${name}\` ${version} | ${calls.length} | all | all |`);
    const table = ['| client | calls | accepted by `auto` | by `claude` |', '| --- | --- | --- | --- |', ...rows].join(
      '\n',
    );
    expect(readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')).toContain(table);
  });
});
