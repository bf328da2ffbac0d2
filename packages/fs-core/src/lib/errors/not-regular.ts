import type { BigIntStats } from 'node:fs';
import { ToolError } from './tool-error.ts';

/** The error about something that is no regular file; says what it is instead. */
export function notRegular(verb: 'open' | 'write', path: string, stat: BigIntStats): ToolError {
  const kind = kindOf(stat);
  return new ToolError({ code: 'UNSUPPORTED_FILE', path, kind }, `Cannot ${verb} "${path}": ${kind}`);
}

function kindOf(stat: BigIntStats): string {
  if (stat.isDirectory()) return 'directory';
  if (stat.isSymbolicLink()) return 'symbolic link';
  if (stat.isFIFO()) return 'named pipe';
  if (stat.isSocket()) return 'socket';
  return stat.isCharacterDevice() || stat.isBlockDevice() ? 'device' : 'special file';
}
