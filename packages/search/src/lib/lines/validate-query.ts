import { malformedGlob, ToolError } from '@dragoman/fs-core/internal/kernel';
import type { LineQuery } from '../ripgrep/ripgrep-arguments.ts';

// Half of what Linux takes as one argument (execve(2)).
const MAX_PATTERN_BYTES = 64 * 1024;
const MAX_GLOB_LENGTH = 4_096;
const MAX_LABEL_LENGTH = 100;

/**
 * Refuses values that ripgrep cannot be given as arguments.
 * @throws ToolError `INVALID_PATTERN`, `INVALID_ARGUMENT`
 */
export function assertValidQuery({ pattern, globs = [], type = '', encoding = '' }: LineQuery): void {
  const fault = faultOf(pattern, MAX_PATTERN_BYTES);
  if (fault !== null) {
    const shown = `${pattern.slice(0, 200)}…`;
    const details = { problem: 'text', pattern: shown, reason: fault } as const;
    throw new ToolError({ code: 'INVALID_PATTERN', ...details }, `Cannot search for "${shown}": ${fault}`);
  }
  for (const glob of globs) {
    const reason = faultOf(glob, MAX_GLOB_LENGTH);
    if (reason !== null) throw malformedGlob(glob, reason);
  }
  assertLabel('type', type);
  assertLabel('encoding', encoding);
}

function assertLabel(of: 'type' | 'encoding', label: string): void {
  const reason = faultOf(label, MAX_LABEL_LENGTH);
  if (reason === null) return;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'label', of, reason }, `There is no such ${of}: ${reason}`);
}

function faultOf(text: string, maxBytes: number): string | null {
  if (text.includes('\0')) return 'it contains a NUL byte';
  return Buffer.byteLength(text) > maxBytes ? `it is longer than ${maxBytes} bytes` : null;
}
