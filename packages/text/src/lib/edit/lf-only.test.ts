import { createPace } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import { lfOnly } from './lf-only.ts';

describe('lfOnly', () => {
  it.each(['', 'a\r\nb', '\r\r\n\n\r', 'x'.repeat(65_535), 'x'.repeat(65_534)])(
    'turns CRLF into LF after %#',
    async (head) => {
      const text = `${head}${'\r\r\n\r\na\r'.repeat(40_000)}`;
      expect(await lfOnly(text, createPace())).toBe(text.replaceAll('\r\n', '\n'));
    },
  );
});
