import type { ArgumentIssue, Failure } from '@dragoman/fs-core/internal/kernel';
import { describe, expect, it } from 'vitest';
import type { Arguments, Scene } from '../formatter.ts';
import { shellCommandFailed } from './command.ts';
import { replaceFailed } from './edit.ts';
import { otherFailure, schemaIssue } from './failure.ts';
import { globFailed } from './glob.ts';
import { searchFailed } from './grep.ts';
import { listDirectoryFailed } from './list.ts';
import { readFileFailed } from './read.ts';
import { writeFileFailed } from './write.ts';

const E = 'Error: Invalid parameters provided. Reason: ';
const told = (...issues: readonly ArgumentIssue[]) =>
  schemaIssue({ code: 'INVALID_ARGUMENT', problem: 'arguments', issues });

describe('schemaIssue', () => {
  it.each<[ArgumentIssue, string]>([
    [{ argument: '', problem: 'type', expected: 'object' }, 'Value of params must be an object'],
    [{ argument: 'path', problem: 'missing' }, "params must have required property 'path'"],
    [{ argument: 'offset', problem: 'type', expected: 'number' }, 'params/offset must be number'],
    [{ argument: 'ignore.0', problem: 'type', expected: 'string' }, 'params/ignore/0 must be string'],
    [{ argument: 'limit', problem: 'too_small', minimum: 1 }, 'params/limit must be >= 1'],
    [{ argument: 'limit', problem: 'too_big', maximum: 9 }, 'params/limit must be <= 9'],
    [{ argument: 'mode', problem: 'value' }, 'params/mode is not valid'],
  ])('tells of %j', (issue, sentence) => {
    expect(told(issue)).toBe(E + sentence);
  });

  it('tells one thing at a time, what is missing before all else', () => {
    const wrong: ArgumentIssue = { argument: 'offset', problem: 'type', expected: 'number' };
    expect(told(wrong, { argument: 'path', problem: 'missing' })).toBe(`${E}params must have required property 'path'`);
    expect(told(wrong, { ...wrong, argument: 'limit' })).toBe(`${E}params/offset must be number`);
  });

  it('is silent on failures of another kind', () => {
    expect(schemaIssue({ code: 'NOT_FOUND', path: 'f' })).toBe(null);
    expect(told()).toBe(null);
  });
});

describe('otherFailure', () => {
  it('calls wrong arguments so, and nothing else', () => {
    const pattern = { problem: 'text', pattern: '(', reason: 'unclosed group' } as const;
    expect(otherFailure({ code: 'INVALID_PATTERN', ...pattern })).toBe(`${E}Cannot search for "(": unclosed group`);
    expect(otherFailure({ code: 'INVALID_ARGUMENT', problem: 'no-path', path: '' })).toBe(`${E}The path is empty`);
    const full = 'Cannot go on: too many open files in this process';
    expect(otherFailure({ code: 'IO_ERROR', problem: 'descriptors' })).toBe(`Error: ${full}`);
  });
});

describe('the failures that a tool words itself', () => {
  const path = '/w/f';
  const scene = { root: '/w', limit: { bytes: 5000 } };
  const args = { file_path: path, path, absolute_path: '/w/sub/f', command: 'ls', directory: 'd', pattern: '[' };
  type Explain = (failure: Failure, args: Arguments, scene: Scene) => string;

  it.each<[Explain, Failure, string]>([
    [shellCommandFailed, { code: 'NOT_FOUND', path }, 'Command rejected: ls\nReason: Directory must exist.'],
    [
      shellCommandFailed,
      { code: 'READ_ONLY', path },
      'Command rejected: ls\nReason: Read-only file system: /w/f. Nothing was written',
    ],
    [
      shellCommandFailed,
      { code: 'COMMAND_REJECTED', problem: 'empty' },
      'Command rejected: ls\nReason: Command cannot be empty.',
    ],
    [
      shellCommandFailed,
      { code: 'COMMAND_REJECTED', problem: 'absolute', directory: '/d' },
      'Command rejected: ls\nReason: Directory cannot be absolute. Must be relative to the project root directory.',
    ],
    [
      shellCommandFailed,
      { code: 'COMMAND_REJECTED', problem: 'substitution', syntax: '$()' },
      'Command rejected: ls\nReason: Command substitution using $() is not allowed for security reasons',
    ],
    [
      shellCommandFailed,
      {
        code: 'TIMEOUT',
        problem: 'command',
        timeoutMs: 50,
        stdout: { text: 'out', totalCharacters: 3, totalNewlines: 0 },
        stderr: { text: 'err', totalCharacters: 3, totalNewlines: 0 },
        signal: 'SIGTERM',
        group: 8,
      },
      'Command: ls\nDirectory: d\nStdout: out\nStderr: err\nError: Command timed out after 50 ms and was ended\nExit Code: (none)\nSignal: SIGTERM\nBackground PIDs: (none)\nProcess Group PGID: 8',
    ],
    [shellCommandFailed, { code: 'CANCELLED' }, 'Command was cancelled by user before it could complete.'],
    [replaceFailed, { code: 'NOT_FOUND', path, candidates: ['/w/g', '/w/h'] }, 'File not found: /w/f'],
    [
      replaceFailed,
      { code: 'IS_DIRECTORY', path },
      'Error preparing edit: EISDIR: illegal operation on a directory, read',
    ],
    [
      replaceFailed,
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      `${E}File path must be within the root directory (/w): /w/f`,
    ],
    [
      replaceFailed,
      { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f' },
      `${E}File path must be absolute: /w/f`,
    ],
    [
      replaceFailed,
      { code: 'INVALID_ARGUMENT', problem: 'exists', exists: true, path },
      'File already exists, cannot create: /w/f',
    ],
    [
      replaceFailed,
      { code: 'NO_MATCH', path, nearest: [] },
      "Failed to edit, 0 occurrences found for old_string in /w/f. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.",
    ],
    [
      replaceFailed,
      { code: 'AMBIGUOUS_MATCH', path, actual: 3, expected: 1, lines: [1, 5, 7] },
      'Failed to edit, Expected 1 occurrence but found 3 for old_string in file: /w/f',
    ],
    [
      replaceFailed,
      { code: 'AMBIGUOUS_MATCH', path, actual: 12, expected: 1, lines: [1, 1] },
      'Failed to edit, Expected 1 occurrence but found 12 for old_string in file: /w/f',
    ],
    [
      replaceFailed,
      { code: 'COUNT_MISMATCH', path, actual: 3, expected: 2, lines: [1, 5, 7] },
      'Failed to edit, Expected 2 occurrence but found 3 for old_string in file: /w/f',
    ],
    [
      replaceFailed,
      { code: 'READ_ONLY', path },
      'Error preparing edit: Read-only file system: /w/f. Nothing was written',
    ],
    [globFailed, { code: 'NOT_FOUND', path }, `${E}Search path does not exist /w/f`],
    [globFailed, { code: 'NOT_DIRECTORY', path, kind: 'file' }, `${E}Search path is not a directory: /w/f`],
    [
      globFailed,
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      `${E}Search path ("/w/f") resolves outside the tool's root directory ("/w").`,
    ],
    [globFailed, { code: 'INVALID_ARGUMENT', problem: 'empty' }, `${E}The 'pattern' parameter cannot be empty.`],
    [
      searchFailed,
      { code: 'NOT_FOUND', path },
      `${E}Failed to access path stats for /w/f: Error: ENOENT: no such file or directory, stat '/w/f'`,
    ],
    [searchFailed, { code: 'NOT_DIRECTORY', path }, `${E}Path does not exist: /w/f`],
    [
      searchFailed,
      { code: 'NOT_DIRECTORY', path, kind: 'file' },
      `${E}Failed to access path stats for /w/f: Error: Path is not a directory: /w/f`,
    ],
    [
      searchFailed,
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      `${E}Path validation failed: Attempted path "/w/f" resolves outside the allowed root directory "/w".`,
    ],
    [
      searchFailed,
      { code: 'INVALID_PATTERN', problem: 'regexp', pattern: '[', reason: 'open class' },
      `${E}Invalid regular expression pattern provided: [. Error: open class`,
    ],
    [
      listDirectoryFailed,
      { code: 'NOT_FOUND', path },
      "Error listing directory: ENOENT: no such file or directory, stat '/w/f'",
    ],
    [
      listDirectoryFailed,
      { code: 'NOT_DIRECTORY', path },
      "Error listing directory: ENOTDIR: not a directory, stat '/w/f'",
    ],
    [listDirectoryFailed, { code: 'NOT_DIRECTORY', path, kind: 'file' }, 'Error: Path is not a directory: /w/f'],
    [
      listDirectoryFailed,
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      `${E}Path must be within the root directory (/w): /w/f`,
    ],
    [
      listDirectoryFailed,
      { code: 'PERMISSION_DENIED', path },
      "Error listing directory: EACCES: permission denied, scandir '/w/f'",
    ],
    [
      listDirectoryFailed,
      { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f' },
      `${E}Path must be absolute: /w/f`,
    ],
    [readFileFailed, { code: 'NOT_FOUND', path }, 'File not found: /w/sub/f'],
    [readFileFailed, { code: 'IS_DIRECTORY', path }, 'Path is a directory, not a file: /w/sub/f'],
    [
      readFileFailed,
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      `${E}File path must be within the root directory (/w): /w/sub/f`,
    ],
    [
      readFileFailed,
      { code: 'UNSUPPORTED_FILE', path, mimeType: 'application/pdf' },
      'Cannot display content of binary file: sub/f',
    ],
    [
      readFileFailed,
      { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f' },
      `${E}File path must be absolute, but was relative: /w/sub/f. You must provide an absolute path.`,
    ],
    [
      readFileFailed,
      { code: 'INVALID_ARGUMENT', problem: 'ignored', path, ignoreFile: '.geminiignore' },
      `${E}File path '/w/sub/f' is ignored by .geminiignore pattern(s).`,
    ],
    [readFileFailed, { code: 'INVALID_ARGUMENT', problem: 'offset' }, `${E}Offset must be a non-negative number`],
    [readFileFailed, { code: 'INVALID_ARGUMENT', problem: 'limit' }, `${E}Limit must be a positive number`],
    [
      readFileFailed,
      { code: 'READ_ONLY', path },
      'Error reading file sub/f: Read-only file system: /w/f. Nothing was written',
    ],
    [writeFileFailed, { code: 'NOT_FOUND', path }, 'Error writing to file /w/f: File not found: /w/f'],
    [
      writeFileFailed,
      { code: 'NOT_FOUND', path, candidates: ['/w/g', '/w/h'] },
      'Error writing to file /w/f: File not found: /w/f\nDid you mean /w/g or /w/h?',
    ],
    [writeFileFailed, { code: 'NOT_DIRECTORY', path }, 'File not found: /w/f'],
    [
      writeFileFailed,
      { code: 'ACCESS_DENIED', path, allowed: ['/w', '/x'] },
      `${E}File path must be within the root directory (/w): /w/f`,
    ],
    [
      writeFileFailed,
      { code: 'INVALID_ARGUMENT', problem: 'relative', path: 'f' },
      `${E}File path must be absolute: /w/f`,
    ],
    [
      writeFileFailed,
      { code: 'READ_ONLY', path },
      'Error writing to file /w/f: Read-only file system: /w/f. Nothing was written',
    ],
  ])('%o explains %j', (explain, failure, expected) => {
    expect(explain(failure, args, scene)).toBe(expected);
  });
});
