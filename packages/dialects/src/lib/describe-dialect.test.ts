import { ToolError } from '@dragoman/fs-core';
import { describe, expect, it } from 'vitest';
import { describeDialect } from './describe-dialect.ts';
import { dialectNames } from './registry.ts';

const error = new ToolError({ code: 'TIMEOUT', problem: 'call', timeoutMs: 50 }, 'Call ended after 50 ms');

describe('a call that never came to a session', () => {
  it.each(dialectNames())(
    'is answered as a tool of %s words it, and as the dialect words it for others',
    async (name) => {
      const { failed, toolNames } = await describeDialect(name);
      for (const tool of [...toolNames, 'none']) {
        const result = failed(tool, {}, { error, root: '/w' });
        expect(result).toMatchObject({ isError: true, _meta: { 'dragoman/error': { code: 'TIMEOUT' } } });
        expect(JSON.stringify(result.content)).toContain('50 ms');
      }
    },
  );
});
