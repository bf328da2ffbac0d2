import { expect, it } from 'vitest';
import { exitCodeText } from './command-end.ts';

it.each([
  [{ exitCode: 3, signal: null }, '3'],
  [{ exitCode: null, signal: 'SIGKILL' }, '137 (killed by SIGKILL)'],
  [{ exitCode: null, signal: 'SIGWINCH' }, '128 (killed by SIGWINCH)'],
  [{ exitCode: null, signal: null }, 'unknown'],
])('tells the end of a command as shells do: %j', (end, text) => {
  expect(exitCodeText(end)).toBe(text);
});
