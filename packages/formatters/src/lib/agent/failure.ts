import type { ErrorCode, Failure } from '@dragoman/fs-core';
import type { Arguments } from '../formatter.ts';
import { failureSentence } from '../shared/failure-sentence.ts';

export type AgentTool = 'read' | 'write' | 'edit' | 'glob' | 'grep' | 'bash';

// The words for the system's errors, the same on every system.
const REASONS: Partial<Readonly<Record<ErrorCode, string>>> = {
  NOT_FOUND: 'no such file or directory',
  PERMISSION_DENIED: 'permission denied',
  NOT_DIRECTORY: 'not a directory',
  DISK_FULL: 'no space left on device',
};

/** Explains a failure of a tool. @example failedIn('read', { code: 'NOT_FOUND', path: 'a.md' }, { path: 'a.md' }) */
export function failedIn(tool: AgentTool, failure: Failure, args: Arguments): string {
  const path = String(args.file_path ?? args.path ?? '');
  const reason = REASONS[failure.code];
  if (reason !== undefined && path !== '') return `${tool}: ${path}: ${reason}`;
  switch (failure.code) {
    case 'ACCESS_DENIED':
      return outside(path, failure.allowed);
    case 'IS_DIRECTORY':
      return tool === 'write' ? `write: ${path}: is a directory` : `${tool}: ${path} is not a regular file`;
    case 'UNSUPPORTED_FILE':
      if ('mimeType' in failure) break;
      return `${tool}: ${path} is not a regular file`;
    case 'FILE_TOO_LARGE': {
      const fact = `${tool}: ${path} is ${failure.size} bytes, exceeds ${failure.limit}-byte limit.`;
      return tool === 'read'
        ? `${fact} Use the view_range parameter to read specific line ranges, e.g. view_range: [1, 500].`
        : `${fact} The edit tool loads the whole file and cannot modify a file this large.`;
    }
    case 'NO_MATCH':
      return `edit: old_string not found in ${path}`;
    case 'AMBIGUOUS_MATCH':
      return `edit: old_string appears ${failure.actual} times in ${path} (must be unique)`;
    case 'INVALID_PATTERN':
      return tool === 'grep' ? `grep: rg failed: ${failure.reason}` : `${tool}: ${failure.reason}`;
    case 'INVALID_ARGUMENT': {
      const sentence = argumentRefused(tool, failure);
      if (sentence !== null) return `${tool}: ${sentence}`;
    }
  }
  return `${tool}: ${otherFailure(failure)}`;
}

function outside(path: string, allowed: readonly string[]): string {
  const others = allowed.length > 1 ? ' and its other permitted directories' : '';
  return `path ${JSON.stringify(path)} is outside the session's working directory${others}`;
}

function argumentRefused(tool: AgentTool, failure: Extract<Failure, { code: 'INVALID_ARGUMENT' }>): string | null {
  switch (failure.problem) {
    case 'no-path':
      return 'file_path is required';
    case 'empty-old-text':
      return 'old_string is required';
    case 'empty':
      return 'pattern is required';
    case 'absolute-pattern':
      return 'absolute pattern not permitted; pass a relative pattern (and optionally path)';
    case 'ascending-pattern':
      return '".." is not permitted in the pattern';
    case 'arguments': {
      const [issue] = failure.issues;
      if (issue?.problem === 'missing') return `${issue.argument} is required`;
      return tool === 'read' && issue?.argument.startsWith('view_range')
        ? 'view_range must be [start_line, end_line]'
        : null;
    }
    default:
      return null;
  }
}

/**
 * The sentence for a failure for which a tool has none of its own.
 * @example otherFailure({ code: 'NOT_FOUND', path: 'a.md' })
 */
export function otherFailure(failure: Failure): string {
  return failureSentence(failure, { search: 'grep' });
}
