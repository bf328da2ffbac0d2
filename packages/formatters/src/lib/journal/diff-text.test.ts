import { describe, expect, it } from 'vitest';
import { diffText } from './diff-text.ts';

const added = (path: string) => [{ path, before: null, after: { mode: '100644', text: null } }];

describe('diffText', () => {
  it.each([
    ['/w', '/w/a/b', 'b/a/b'],
    ['/w/', '/elsewhere/a', 'b/elsewhere/a'],
    ['/w', '/w/a\\b', '"b/a\\\\b"'],
    ['/w', '/w/\udcff\udcfe', '"b/\\377\\376"'],
    ['/w', '/w/ü', '"b/\\303\\274"'],
    ['C:\\w', 'c:\\w\\a\\b', 'b/a/b'],
    ['C:\\w', 'D:\\a\\b', 'b/D:/a/b'],
    ['C:\\w', '\\\\server\\share\\a', 'b/server/share/a'],
  ])('names from %s the file %s as Git does: %s', (directory, path, name) => {
    expect(diffText(added(path), directory)).toContain(`Binary files /dev/null and ${name} differ\n`);
  });
});
