import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { ToolError } from '../errors/tool-error.ts';

/**
 * Checks that this process can open a number of files, before something that would abort it if it could not.
 * @throws ToolError `IO_ERROR`
 */
export function assertSpareDescriptors(count: number): void {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
  } catch (cause) {
    throw new ToolError(
      { code: 'IO_ERROR', problem: 'descriptors' },
      'Cannot go on: too many open files in this process',
      { cause },
    );
  } finally {
    opened.forEach(closeSync);
  }
}
