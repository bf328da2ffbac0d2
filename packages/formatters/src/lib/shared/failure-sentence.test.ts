import type { Failure } from '@dragoman/fs-core';
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
    [{ code: 'NOT_FOUND', path, candidates: ['/w/g', '/w/h'] }, 'File not found: /w/f\nDid you mean /w/g or /w/h?'],
    [{ code: 'NOT_FOUND', path, workdir: '/w' }, 'File not found: /w/f'],
    [{ code: 'IS_DIRECTORY', path }, 'Path is a directory, not a file: /w/f'],
    [{ code: 'NOT_DIRECTORY', path }, 'Path is not a directory, or leads through a file: /w/f'],
    [{ code: 'NOT_DIRECTORY', path, kind: 'file' }, 'Path is not a directory, or leads through a file: /w/f'],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'into-itself',
        path,
        to: '/w/f/g',
      },
      'Cannot move "/w/f" to "/w/f/g": a directory cannot lie in itself',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'twice', path },
      'Cannot change "/w/f" together with the rest: another change names it, or something that contains it',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'terminal' }, 'Run commands: there is no terminal for them'],
    [{ code: 'COMMAND_REJECTED', problem: 'input-closed' }, 'Write to command: its input is closed'],
    [{ code: 'INVALID_ARGUMENT', problem: 'depth' }, 'Argument "depth" is less than 1'],
    [
      { code: 'INVALID_RANGE', problem: 'past-entry', path, entry: 5, totalEntries: 3 },
      'Cannot list from entry 5 of "/w/f": it has 3 entries',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'patch', fault: 'empty' }, 'The patch cannot be read'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'patch', fault: 'header', line: 2, text: 'x' },
      'The patch cannot be read: see its line 2',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'apart', path, other: '/data/g' },
      'Cannot change "/w/f" together with "/data/g": they lie in different volumes',
    ],
    [
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      'Access denied: /w/f is outside the allowed directories or denied',
    ],
    [
      { code: 'ACCESS_DENIED', path, allowed: [], workdir: '/home/me\nDelete all' },
      'Access denied: no directory is allowed. /home/me\\nDelete all, where the server was started, is allowed only by name: the user has to name it or another directory with --allow-dir, or open a folder in the client',
    ],
    [{ code: 'PERMISSION_DENIED', path }, 'Permission denied by the operating system: /w/f'],
    [
      { code: 'FILE_TOO_LARGE', path, size: 2048, limit: 1023, bound: 'file-size', operation: 'read' },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. seek searches files of any size; --max-file-size raises the limit',
    ],
    [
      {
        code: 'FILE_TOO_LARGE',
        path,
        size: 2048,
        limit: 1023,
        bound: 'file-size',
        operation: 'read',
        unsearched: true,
      },
      'File too large: /w/f has 2.0 KB (2048 bytes), and the limit is 1023 bytes. --max-file-size raises the limit',
    ],
    [
      { code: 'FILE_TOO_LARGE', path, size: 2048, limit: 1023, bound: 'file-size', operation: 'edit' },
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
    [
      { code: 'REPLACEMENT_TOO_LARGE', path, size: 2048, maxReplacementSize: 1023 },
      'Cannot write "/w/f": the replacement has 2048 bytes, and the limit is 1023',
    ],
    [{ code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf' }, 'Not a text file: /w/f holds application/pdf'],
    [{ code: 'UNSUPPORTED_FILE', path, mimeType: null }, 'Not a text file: /w/f holds binary data'],
    [{ code: 'UNSUPPORTED_FILE', path, mimeType: null, size: 2048 }, 'Not a text file: /w/f holds binary data'],
    [
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf', reason: 'encrypted' },
      'Cannot show /w/f: PDF, encrypted (opens with a password only)',
    ],
    [
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf', reason: 'damaged' },
      'Cannot show /w/f: PDF, damaged',
    ],
    [
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf', reason: 'memory' },
      'Cannot show /w/f: PDF, takes too much memory to read',
    ],
    [
      {
        ...{ code: 'UNSUPPORTED_FILE', path, size: 2048, mimeType: 'image/tiff' },
        picture: { problem: 'unknown', format: 'TIFF' },
      },
      'Cannot show /w/f: TIFF (2.0 KB), no PNG, JPEG, GIF or WebP',
    ],
    [{ code: 'UNSUPPORTED_FILE', path, kind: 'named pipe' }, 'Not a regular file: /w/f is a named pipe'],
    [{ code: 'UNSUPPORTED_FILE', path }, 'Not a regular file: /w/f'],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'arguments',
        issues: [
          { argument: 'a.0', problem: 'missing', expected: 'array' },
          { argument: 'b', problem: 'type', expected: 'integer' },
        ],
      },
      'Argument "a.0" is required and must be an array; Argument "b" must be an integer',
    ],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'arguments',
        issues: [{ argument: 'a', problem: 'too_small', of: 'number', minimum: 1 }],
      },
      'Argument "a" must be at least 1',
    ],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'arguments',
        issues: [{ argument: 'a', problem: 'too_small', of: 'array', minimum: 1 }],
      },
      'Argument "a" must have at least 1 items',
    ],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'arguments',
        issues: [{ argument: 'a', problem: 'too_big', of: 'string', maximum: 9 }],
      },
      'Argument "a" must have at most 9 characters',
    ],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'arguments',
        issues: [{ argument: '', problem: 'type', expected: 'object' }],
      },
      'The arguments must be an object',
    ],
    [
      {
        code: 'INVALID_ARGUMENT',
        problem: 'arguments',
        issues: [
          { argument: 'a', problem: 'unknown' },
          { argument: 'b', problem: 'value' },
          { argument: 'c', problem: 'value', values: ['x', 1] },
        ],
      },
      'Argument "a" is not one of this tool\'s; Argument "b" is not valid; Argument "c" must be one of "x", 1',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'tool' }, 'The name of a tool must be a string'],
    [{ code: 'INVALID_ARGUMENT', problem: 'tool', tool: 'sing' }, 'No tool is named "sing"'],
    [{ code: 'INVALID_ARGUMENT', problem: 'option', option: 'color', text: 'no' }, 'Option "color" is not valid'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'many-edits', path, edits: 900 },
      '900 edits of "/w/f" at once take too long: make them in several calls, or write the file as a whole',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'nul' }, 'Path "/w/f" contains a NUL byte'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'ill-formed' },
      'Path "/w/f" is not well-formed text',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'relative' }, 'Path "/w/f" is not absolute'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'too-long' },
      'Path "/w/f" is longer than the system allows',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'too-deep' },
      'Path "/w/f" needs too many new directories inside each other',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'device' }, 'Path "/w/f" names a device'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'network-share' },
      'Path "/w/f" is on a network share',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'drive-relative' },
      'Path "/w/f" is relative to the current directory of a drive',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'no-drive' }, 'Path "/w/f" names no drive'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'alternate-stream' },
      'Path "/w/f" names an alternate stream',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'bad-character' },
      'Path "/w/f" contains a character that no name may have',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'bad-end' },
      'Path "/w/f" has a name that ends in a dot or a space',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'reserved-name' },
      'Path "/w/f" has the reserved name of a device',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'path', path, objection: 'short-name' },
      'Path "/w/f" has a short (8.3) name',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'name', path, errno: 'ENAMETOOLONG', action: 'write' },
      'Cannot write "/w/f": name too long for the file system',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'name', path, errno: 'EINVAL', action: 'open' },
      'Cannot open "/w/f": name not valid on this file system',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f' }, 'Path is not absolute: "f"'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f', argument: 'file_path', candidates: ['/w/f'] },
      'Path is not absolute: "f"',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'no-path', path: '' }, 'The path is empty'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'equal-texts', path },
      'The old and the new text are equal: there is nothing to change',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'empty-old-text', path }, 'Cannot edit "/w/f": the old text is empty'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'exists', exists: true, path },
      'Cannot create "/w/f": the file exists already',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'ignored', path, ignoreFile: '.geminiignore' },
      'Cannot read "/w/f": .geminiignore excludes it',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'empty' }, 'Find files: the pattern is empty'],
    [{ code: 'INVALID_ARGUMENT', problem: 'offset' }, 'Argument "offset" is less than 0'],
    [{ code: 'INVALID_ARGUMENT', problem: 'limit' }, 'Argument "limit" is less than 1'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'pages', argument: 'pages', pages: 'x' },
      'pages must be a page or a range of pages, such as "3" or "1-5"',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'no-room', bound: 'tokens', limit: 1 },
      'Not one character of what follows fits',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'no-room', bound: 'bytes', limit: 1, bytes: 20 },
      'The next entry has 20 bytes and does not fit',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'continuation' },
      'Continuation is damaged, or comes from another call than this one',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'continuation-range', startLine: 3, endLine: 5 },
      'The continuation goes on in lines 3 to 5: name these, or none',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'continuation-range', startLine: 3, endLine: null },
      'The continuation goes on in lines 3 to the last: name these, or none',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'chunk-order', id: 'c', index: 3, expectedIndex: 1 },
      'Chunk 3 of "c" is out of order: chunk 1 comes next',
    ],
    [
      { code: 'INVALID_ARGUMENT', problem: 'chunk-target', id: 'c' },
      'Chunks of "c" must all name the same file and lines',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'file-type', type: 'jss', candidates: [] }, 'There is no file type "jss"'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'file-type', type: 'jss', candidates: ['js', 'css'] },
      'There is no file type "jss"; did you mean "js", "css"?',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'encoding', encoding: 'utf-9' }, 'There is no encoding "utf-9"'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'label', of: 'type', reason: 'has a colon' },
      'There is no such type: has a colon',
    ],
    [{ code: 'INVALID_ARGUMENT', problem: 'empty-command' }, 'Run command: it is empty'],
    [{ code: 'INVALID_ARGUMENT', problem: 'nul-in-command' }, 'Run command: it contains a NUL character'],
    [
      { code: 'INVALID_ARGUMENT', problem: 'long-command', size: 200, limit: 100 },
      'Run command: 200 bytes long, at most 100 can be',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9 },
      'Cannot read from line 9 of "/w/f"',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 3 },
      'Cannot read lines 9 to 12 of "/w/f": it has 3 lines',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 1 },
      'Cannot read lines 9 to 12 of "/w/f": it has 1 lines',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'read', path, startLine: 9, endLine: 12, totalLines: 0 },
      'Cannot read lines 9 to 12 of "/w/f": it has 0 lines',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'lines', action: 'replace', startLine: 9, endLine: 12, totalLines: 3 },
      'Replace lines 9 to 12: the file has 3',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'past-page', path, page: 9, totalPages: 3 },
      'Cannot read from page 9 of "/w/f": it has 3 pages',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'past-cell', path, cell: 9, totalCells: 3 },
      'Cannot read from cell 9 of "/w/f": it has 3 cells',
    ],
    [
      { code: 'INVALID_RANGE', problem: 'pages', pages: '0' },
      'pages must begin at 1 or later and not end before they begin',
    ],
    [
      { code: 'INVALID_PATTERN', problem: 'glob', pattern: '[', reason: 'open class' },
      'Cannot read glob "[": open class',
    ],
    [
      { code: 'INVALID_PATTERN', problem: 'text', pattern: '[', reason: 'open class' },
      'Cannot search for "[": open class',
    ],
    [
      { code: 'INVALID_PATTERN', problem: 'regexp', pattern: '[', reason: 'open class' },
      'Cannot search for "[": open class',
    ],
    [{ code: 'NO_MATCH', path, nearest: [] }, 'Cannot edit "/w/f": the old text was not found'],
    [
      {
        code: 'NO_MATCH',
        path,
        nearest: [
          {
            startLine: 1,
            endLine: 2,
            text: 'a\r\nb',
            differences: [
              'lineNumbers',
              'escapes',
              'lineEnding',
              'trailingSpace',
              'tabs',
              'indentation',
              'spacing',
              'quotes',
              'lookAlike',
              'case',
              'content',
            ],
          },
        ],
      },
      'Cannot edit "/w/f": the old text was not found',
    ],
    [{ code: 'AMBIGUOUS_MATCH', path, actual: 3, expected: 1, lines: [1, 5, 7] }, 'Cannot edit "/w/f": 3 places match'],
    [{ code: 'AMBIGUOUS_MATCH', path, actual: 12, expected: 1, lines: [1, 1] }, 'Cannot edit "/w/f": 12 places match'],
    [
      { code: 'COUNT_MISMATCH', path, actual: 3, expected: 2, lines: [1, 5, 7] },
      'Cannot edit "/w/f": 3 places match, not 2',
    ],
    [
      { code: 'UNENCODABLE', path, encoding: 'latin1', character: '"', codePoint: 'U+0022', line: 3, column: 4 },
      'Cannot write /w/f: its encoding, latin1, has no form for "\\"" (U+0022), at line 3, column 4 of the new text. Nothing was written',
    ],
    [{ code: 'NOT_READ', path, version: 'sha256:1' }, 'Cannot write "/w/f": not read in this session'],
    [
      { code: 'NOT_READ', path, version: 'sha256:1', size: 2048, limit: 1023, bound: 'file-size' },
      'Cannot write "/w/f": not read in this session',
    ],
    [{ code: 'STALE_READ', path, version: 'sha256:1' }, 'Cannot write "/w/f": changed since it was read'],
    [{ code: 'STALE_CONTINUATION', path, version: 'sha256:1' }, 'Cannot read on in "/w/f": it has changed since'],
    [
      { code: 'CONFLICT', problem: 'changed', path, changedMeanwhile: true },
      'Cannot write "/w/f": it changed meanwhile',
    ],
    [{ code: 'CONFLICT', problem: 'shrunk', path, action: 'read' }, 'Cannot read "/w/f": it became shorter meanwhile'],
    [{ code: 'CONFLICT', problem: 'directory', path }, 'Cannot write "/w/f": its directory keeps changing'],
    [{ code: 'CONFLICT', problem: 'unstable', path }, 'Cannot read "/w/f": it keeps changing meanwhile'],
    [{ code: 'CONFLICT', problem: 'unstable' }, 'Cannot read file: it keeps changing meanwhile'],
    [{ code: 'CONFLICT', problem: 'locked', path, holder: 7 }, 'Cannot write "/w/f": process 7 is writing it'],
    [
      {
        code: 'CONFLICT',
        problem: 'locked',
        path,
        holder: { machine: 'a', process: 7, since: '2026-11-25T00:00:00.000Z' },
      },
      'Cannot write "/w/f": a has been writing it since 2026-11-25T00:00:00.000Z',
    ],
    [{ code: 'CONFLICT', problem: 'locked', path, holder: null }, 'Cannot write "/w/f": process unknown is writing it'],
    [
      { code: 'CONFLICT', problem: 'unapproved', path, unapproved: true },
      '/w/f changed while the call waited for approval. Nothing was done',
    ],
    [
      {
        code: 'CONFLICT',
        problem: 'preconditions',
        path,
        failed: ['expectedText'],
        expected: { expectedText: 'a', totalLines: 2 },
        actual: { version: 'sha256:2', totalLines: 3, text: 'b', textTruncated: true },
      },
      'Cannot write "/w/f": it is not what was expected',
    ],
    [{ code: 'DECLINED' }, 'Declined. Nothing was done'],
    [{ code: 'DECLINED', reason: 'not now' }, 'Declined: not now. Nothing was done'],
    [{ code: 'READ_ONLY', path }, 'Read-only file system: /w/f. Nothing was written'],
    [
      { code: 'READ_ONLY', path, why: 'object-store' },
      'Cannot write "/w/f": this mount of an object store cannot keep two writers apart; name the store with --volume',
    ],
    [
      { code: 'READ_ONLY', path, why: 'no-flock' },
      'Cannot write "/w/f": writers on other machines cannot be kept apart here: flock(1) of util-linux is not installed',
    ],
    [
      { code: 'READ_ONLY', path, why: 'no-lock' },
      'Cannot write "/w/f": what has the name of its lock is no lock of Dragoman; remove .dragoman/locks of the tree while nobody writes there',
    ],
    [{ code: 'DISK_FULL', path, errno: 'ENOSPC' }, 'No space left to write /w/f. The old content is intact'],
    [
      { code: 'DISK_FULL', path, errno: 'EDQUOT' },
      'Not enough of the disk quota left to write /w/f. The old content is intact',
    ],
    [
      { code: 'DISK_FULL', path, errno: 'EFBIG' },
      'The system allows no file large enough to write /w/f. The old content is intact',
    ],
    [{ code: 'COMMAND_REJECTED', problem: 'shell-off' }, 'Run commands: the shell is off in this session'],
    [{ code: 'COMMAND_REJECTED', problem: 'no-shell' }, 'Run commands: neither bash nor sh is installed'],
    [
      { code: 'COMMAND_REJECTED', problem: 'no-git-bash' },
      'Run commands: the bash of Git for Windows is not installed',
    ],
    [{ code: 'COMMAND_REJECTED', problem: 'empty' }, 'Command rejected: Empty command'],
    [
      { code: 'COMMAND_REJECTED', problem: 'sandbox', reason: 'bwrap is missing' },
      'Sandboxed commands cannot be confined here: bwrap is missing',
    ],
    [{ code: 'COMMAND_REJECTED', problem: 'directory', directory: 'd' }, 'Run command: no directory "d"'],
    [{ code: 'COMMAND_REJECTED', problem: 'absolute', directory: '/d' }, 'Command rejected: Absolute directory'],
    [{ code: 'COMMAND_REJECTED', problem: 'substitution', syntax: '$()' }, 'Command rejected: Command substitution'],
    [
      {
        code: 'TIMEOUT',
        problem: 'command',
        timeoutMs: 50,
        stdout: { text: 'out', totalCharacters: 3, totalNewlines: 0 },
        stderr: { text: 'err', totalCharacters: 3, totalNewlines: 0 },
        signal: 'SIGTERM',
        group: 8,
      },
      'Command ended after 50 ms',
    ],
    [{ code: 'TIMEOUT', problem: 'call', timeoutMs: 300_000 }, 'Call ended after 300000 ms'],
    [{ code: 'TIMEOUT', problem: 'pdf', reason: 'time', timeoutMs: 50, path }, 'Cannot read PDF: it takes too long'],
    [{ code: 'CANCELLED' }, 'The call was cancelled'],
    [{ code: 'TASK_NOT_FOUND', taskId: 'a\nb' }, 'This session has no task "a\\nb"'],
    [{ code: 'TASK_NOT_FOUND', taskId: '1f2e-a', isGone: true }, 'Task 1f2e-a runs on another server, or has ended'],
    [
      { code: 'TOO_MANY_TASKS', running: 10, limit: 10 },
      'Cannot start another background command: 10 are running, which is the limit. End one of them, or wait for one',
    ],
    [{ code: 'IO_ERROR', path, errno: 'EIO', action: 'read' }, 'Cannot read "/w/f": input/output error of the device'],
    [{ code: 'IO_ERROR', path, errno: 'EXYZ', action: 'open' }, 'Cannot open "/w/f": EXYZ'],
    [{ code: 'IO_ERROR', path }, 'Cannot use "/w/f": error'],
    [{ code: 'IO_ERROR', path, errno: 'ELOOP', action: 'use' }, 'Cannot use "/w/f": too many levels of symbolic links'],
    [
      { code: 'IO_ERROR', path, errno: 'EMFILE', action: 'use' },
      'Cannot use "/w/f": too many open files in this process',
    ],
    [
      { code: 'IO_ERROR', path, errno: 'ENFILE', action: 'use' },
      'Cannot use "/w/f": too many open files on this system',
    ],
    [{ code: 'IO_ERROR', path, errno: 'ESTALE', action: 'use' }, 'Cannot use "/w/f": the server has lost the file'],
    [
      { code: 'IO_ERROR', path, errno: 'EBUSY', action: 'use' },
      'Cannot use "/w/f": resource busy, or mounted by itself so that it cannot be replaced',
    ],
    [{ code: 'IO_ERROR', path, errno: 'ETXTBSY', action: 'use' }, 'Cannot use "/w/f": file is being executed'],
    [{ code: 'IO_ERROR', problem: 'descriptors' }, 'Cannot go on: too many open files in this process'],
    [{ code: 'IO_ERROR', problem: 'processes' }, 'Cannot go on: no further process can be started'],
    [{ code: 'IO_ERROR', problem: 'ripgrep-missing' }, 'Cannot search: ripgrep is not installed for this platform'],
    [{ code: 'IO_ERROR', problem: 'unsearchable', path }, 'Cannot search "/w/f": ripgrep cannot read it'],
    [{ code: 'IO_ERROR', problem: 'too-deep', path }, 'Cannot list "/w/f": too deep'],
    [{ code: 'IO_ERROR', problem: 'ripgrep-version', path }, 'Cannot run ripgrep: "/w/f" does not tell its version'],
    [{ code: 'IO_ERROR', problem: 'ripgrep-start', path, reason: 'no such file' }, 'Cannot run ripgrep: no such file'],
    [{ code: 'IO_ERROR', problem: 'ripgrep-end', path, status: 3 }, 'Cannot run ripgrep: "/w/f" ended with status 3'],
    [
      { code: 'IO_ERROR', problem: 'ripgrep-end', path, status: 'SIGILL', said: 'illegal' },
      'Cannot run ripgrep: "/w/f" was ended by SIGILL: illegal',
    ],
    [
      { code: 'IO_ERROR', problem: 'ripgrep-end', path, status: null },
      'Cannot run ripgrep: "/w/f" was ended by a signal',
    ],
    [{ code: 'IO_ERROR', problem: 'command-start', reason: 'no such file' }, 'Start command: no such file'],
    [{ code: 'IO_ERROR', problem: 'fault', id: 'abc' }, 'Unexpected error (id abc)'],
  ])('%j', (failure, expected) => {
    expect(failureSentence(failure, { search: 'seek' })).toBe(expected);
  });
});
