import { serve, testSample } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { DIFFERENCES, differencesSuite } from './differences.ts';

differencesSuite(Object.fromEntries(testSample(Object.entries(DIFFERENCES), 4)));

it('bounds answers, and refuses a tree that is over the limit', async () => {
  const nodes = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`d/name-${index}`, 'line\n'.repeat(9)]));
  await using server = await serve('filesystem', nodes, { args: ['--max-response-size', '2000'] });
  const tree = await server.call('directory_tree', { path: 'd' });
  expect(tree.text).toMatch(/^The tree of .* is over the response size limit of 2\.0 KB\. Leave .* excludePatterns/);
  expect(tree.error.code).toBe('CONTENT_TOO_LARGE');
  const names = Object.keys(nodes);
  for (const [tool, args] of [
    ['read_multiple_files', { paths: names }],
    ['list_directory_with_sizes', { path: 'd' }],
    ['search_files', { path: '.', pattern: '**' }],
  ] as const) {
    const { text, structuredContent, isError } = await server.call(tool, args);
    expect([isError, text.length <= 2000, structuredContent]).toEqual([false, true, { content: text }]);
    expect(text).toMatch(/\n\[The rest is over the response size limit\. .* (?:paths|pattern|excludePatterns)\b.*\]$/);
  }
});
