import { openTree, type ServedDialect, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const TOOLS = [
  ['editor', 'glob'],
  ['claude-code', 'Glob'],
  ['gemini', 'glob'],
  ['budgeted', 'find_files'],
] as const;

/** The found paths relative to the root, sorted. */
async function found(server: ServedDialect, tool: string, pattern: string, root: string): Promise<string[]> {
  const { text } = await server.call(tool, { pattern });
  const paths =
    tool === 'find_files'
      ? JSON.parse(text).files.map((file: { file_path: string }) => file.file_path)
      : text.split('\n');
  return paths
    .map((path: string) => path.replace(`${root}/`, ''))
    .filter((path: string) => /^[\w/.-]+\.txt$/.test(path))
    .sort();
}

describe('a glob that names a link to a directory', () => {
  it.each(TOOLS)('follows it where it leads to an allowed place: %s', async (dialect, tool) => {
    await using outside = await openTree({ 'secret.txt': 'secret' });
    await using tree = await openTree({
      'dir/a.txt': '',
      'dir/sub/b.txt': '',
      'dir/denied.txt': '',
      'dir/self': { link: '.' },
      'hidden/c.txt': '',
      link: { link: 'dir' },
      'deep/er/link': { link: '../../dir' },
      out: { link: outside.root },
      closed: { link: 'hidden' },
      loop: { link: 'loop' },
      gone: { link: 'nowhere' },
      'file.txt': { link: 'dir/a.txt' },
    });
    const args = ['--deny', 'link/denied.txt', '--deny', 'closed'];
    await using server = await serve(dialect, tree, { args });
    const names = (pattern: string) => found(server, tool, pattern, tree.root);
    expect(await names('link/*.txt')).toEqual(['link/a.txt']);
    expect(await names('{link,none}/**/*.txt')).toEqual(['link/a.txt', 'link/sub/b.txt']);
    expect(await names('./link/sub/*')).toEqual(['link/sub/b.txt']);
    expect(await names('**/link/a.txt')).toEqual(['deep/er/link/a.txt', 'link/a.txt']);
    expect(await names('link/self/self/a.txt')).toEqual(['link/self/self/a.txt']);
    for (const pattern of ['out/*', 'closed/*', 'loop/*', 'gone/*', 'file.txt/*'])
      expect(await names(pattern)).toEqual([]);
    expect(await names('l*/*.txt')).toEqual([]);
    expect(await names('**/a.txt')).toEqual(['dir/a.txt']);
  });
});
