import { ToolError } from '@dragoman/fs-core';

/** Words that stand for left out code, if dots follow them and nothing else stands in the line. */
const PLACEHOLDER = /^(rest of(?: methods?| code)?|unchanged (?:code|methods?)) ?\.{3,}$/;

/**
 * Refuses a text with a line that only stands for left out code, unless the other text has it too.
 * @throws ToolError `INVALID_ARGUMENT` with the problem `placeholder`
 */
export function assertComplete(argument: string, text: string, other = ''): void {
  const known = new Set(placeholdersIn(other));
  if (placeholdersIn(text).every((placeholder) => known.has(placeholder))) return;
  throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'placeholder', argument }, `"${argument}" is not complete`);
}

function placeholdersIn(text: string): string[] {
  if (!text.includes('...')) return [];
  return text.split('\n').flatMap((line) => PLACEHOLDER.exec(bare(line))?.[1] ?? []);
}

/** A line in lower case, without comment slashes, parentheses and needless white space. */
function bare(line: string): string {
  // The longest placeholder is much shorter.
  const words = line.length > 200 && line.trim().length > 200 ? '' : line.trim();
  const uncommented = words.replace(/^\/\//, '').trim();
  const isWrapped = uncommented.startsWith('(') && uncommented.endsWith(')');
  return (isWrapped ? uncommented.slice(1, -1) : uncommented).trim().replace(/\s+/g, ' ').toLowerCase();
}
