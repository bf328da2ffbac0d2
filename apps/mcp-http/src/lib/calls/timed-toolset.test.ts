import { expect, it } from 'vitest';
import { callTimeout, timedToolset } from './timed-toolset.ts';

it('ends a question about resources that takes too long, whatever it ends with', async () => {
  const toolset = timedToolset(
    {
      tools: [],
      call: () => Promise.reject(new Error('no tool')),
      resource: (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('ended')))),
    },
    5,
  );
  await expect(toolset.resource({ kind: 'list' }, {})).rejects.toEqual(callTimeout(5));
});
