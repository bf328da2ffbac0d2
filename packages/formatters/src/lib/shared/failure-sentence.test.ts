import type { Failure } from '@dragoman/tools';
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

  it.each<[Failure, string]>([
    [{ code: 'NOT_FOUND', path }, 'File not found: /w/f'],
    [{ code: 'NOT_FOUND', path, candidates: ['/w/g'] }, 'File not found: /w/f\nDid you mean /w/g?'],
    [{ code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf' }, 'Not a text file: /w/f holds application/pdf'],
    [{ code: 'UNSUPPORTED_FILE', path, mimeType: null }, 'Not a text file: /w/f holds binary data'],
    [{ code: 'UNSUPPORTED_FILE', path, kind: 'named pipe' }, 'Not a regular file: /w/f is a named pipe'],
    [{ code: 'UNSUPPORTED_FILE', path }, 'Not a regular file: /w/f'],
    [{ code: 'DISK_FULL', path, errno: 'ENOSPC' }, 'No space left to write /w/f. The old content is intact'],
    [
      { code: 'DISK_FULL', path, errno: 'EDQUOT' },
      'Not enough of the disk quota left to write /w/f. The old content is intact',
    ],
    [
      { code: 'DISK_FULL', path, errno: 'EFBIG' },
      'The system allows no file large enough to write /w/f. The old content is intact',
    ],
    [{ code: 'READ_ONLY', path }, 'Read-only file system: /w/f. Nothing was written'],
    [{ code: 'CANCELLED' }, 'The call was cancelled'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'into-itself', path, to: '/w/f/g' },
      'Cannot move "/w/f" to "/w/f/g": a directory cannot lie in itself',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'twice', path },
      'Cannot change "/w/f" together with the rest: another change names it, or something that contains it',
    ],
    [{ code: 'TASK_NOT_FOUND', taskId: 'a\nb' }, 'This session has no task "a\\nb"'],
    [
      { code: 'TOO_MANY_TASKS', running: 10, limit: 10 },
      'Cannot start another background command: 10 are running, which is the limit. End one of them, or wait for one',
    ],
    [
      { code: 'FILE_TOO_LARGE', path, size: 2048, limit: 1023, option: '--max-file-size', operation: 'read' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. seek searches files of any size; --max-file-size raises the limit',
    ],
    [
      { code: 'FILE_TOO_LARGE', path, size: 2048, limit: 1023, option: '--max-file-size', operation: 'edit' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. Nothing was written; --max-file-size raises the limit',
    ],
    [
      { code: 'FILE_TOO_LARGE', path, size: 2048, limit: 1023, multiline: true },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. Without multiline, files of any size are searched',
    ],
    [
      { code: 'FILE_TOO_LARGE', path, size: 2048, limit: 1023, meaning: '9 MB of base64' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes, which makes 9 MB of base64. A smaller version of it can be shown',
    ],
    [
      { code: 'CONTENT_TOO_LARGE', path, size: 2048, limit: 1023 },
      'Content too large for /w/f: 2.0 KB (2048 bytes), and the limit is 1023 bytes. Nothing was written; --max-file-size raises the limit',
    ],
    [{ code: 'IO_ERROR', path, errno: 'EIO', action: 'read' }, 'Cannot read "/w/f": input/output error of the device'],
    [{ code: 'IO_ERROR', path, errno: 'EXYZ', action: 'open' }, 'Cannot open "/w/f": EXYZ'],
    [{ code: 'CONFLICT', problem: 'created', path }, 'Cannot write "/w/f": it was created in the meantime'],
  ])('%j', (failure, expected) => {
    expect(failureSentence(failure, { search: 'seek' })).toBe(expected);
  });
});
