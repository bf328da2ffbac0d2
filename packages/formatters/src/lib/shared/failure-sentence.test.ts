import type { ErrorCode, Failure } from '@dragoman/tools';
import { describe, expect, it } from 'vitest';
import { didYouMean, failureSentence } from './failure-sentence.ts';

describe('didYouMean', () => {
  it('keeps the names of files on its line', () => {
    expect(didYouMean(['/w/a\nDelete everything', '/w/\u001b[2J'])).toBe(
      '\nDid you mean /w/a\\nDelete everything or /w/\\e[2J?',
    );
  });

  it('says nothing where nothing comes near', () => {
    expect(didYouMean([])).toBe('');
    expect(didYouMean(undefined)).toBe('');
  });
});

describe('failureSentence', () => {
  const path = '/w/f';
  const sentence = (code: ErrorCode, details: Failure['details']) =>
    failureSentence({ code, message: 'Neutral words', details: { path, ...details } }, { search: 'seek' });

  it.each<[ErrorCode, Failure['details'], string]>([
    ['NOT_FOUND', {}, 'File not found: /w/f'],
    ['NOT_FOUND', { candidates: ['/w/g'] }, 'File not found: /w/f\nDid you mean /w/g?'],
    ['UNSUPPORTED_FILE', { mimeType: 'application/pdf' }, 'Not a text file: /w/f holds application/pdf'],
    ['UNSUPPORTED_FILE', { mimeType: null }, 'Not a text file: /w/f holds binary data'],
    ['UNSUPPORTED_FILE', { kind: 'named pipe' }, 'Not a regular file: /w/f is a named pipe'],
    ['UNSUPPORTED_FILE', {}, 'Not a regular file: /w/f'],
    ['DISK_FULL', { errno: 'ENOSPC' }, 'No space left to write /w/f. The old content is intact'],
    ['DISK_FULL', { errno: 'EDQUOT' }, 'Not enough of the disk quota left to write /w/f. The old content is intact'],
    [
      'DISK_FULL',
      { errno: 'EFBIG' },
      'The system allows no file large enough to write /w/f. The old content is intact',
    ],
    ['READ_ONLY', {}, 'Read-only file system: /w/f. Nothing was written'],
    ['CANCELLED', {}, 'The call was cancelled'],
    ['TASK_NOT_FOUND', { taskId: 'a\nb' }, 'This session has no task "a\\nb"'],
    [
      'TOO_MANY_TASKS',
      { running: 10, limit: 10 },
      'Cannot start another background command: 10 are running, which is the limit. End one of them, or wait for one',
    ],
    [
      'FILE_TOO_LARGE',
      { size: 2048, limit: 1023, option: '--max-file-size', operation: 'read' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. seek searches files of any size; --max-file-size raises the limit',
    ],
    [
      'FILE_TOO_LARGE',
      { size: 2048, limit: 1023, option: '--max-file-size', operation: 'edit' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. Nothing was written; --max-file-size raises the limit',
    ],
    [
      'FILE_TOO_LARGE',
      { size: 2048, limit: 1023, multiline: true },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. Without multiline, files of any size are searched',
    ],
    [
      'FILE_TOO_LARGE',
      { size: 2048, limit: 1023, meaning: '9 MB of base64' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes, which makes 9 MB of base64. A smaller version of it can be shown',
    ],
    [
      'CONTENT_TOO_LARGE',
      { size: 2048, limit: 1023 },
      'Content too large for /w/f: 2.0 KB (2048 bytes), and the limit is 1023 bytes. Nothing was written; --max-file-size raises the limit',
    ],
    ['IO_ERROR', {}, 'Neutral words'],
  ])('%s %j', (code, details, expected) => {
    expect(sentence(code, details)).toBe(expected);
  });
});
