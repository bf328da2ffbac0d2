import { PatchError } from './patch-error.ts';

const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ENVIRONMENT = '*** Environment ID: ';

/** The lines of a patch between the two that begin and end it, and how far they are read. */
export interface PatchLines {
  /** Without their endings. */
  readonly texts: readonly string[];
  /** Index of the next line. */
  at: number;
}

/**
 * The lines between the two that begin and end a patch. A shell's heredoc around the patch is removed.
 * @throws PatchError
 */
export function patchLines(text: string): PatchLines {
  const lines = withoutHeredoc(linesOf(text));
  if (lines.length > 0 && lines[0]?.trim() !== BEGIN) throw new PatchError({ problem: 'first-line' });
  if (lines.length < 2 || lines.at(-1)?.trim() !== END) throw new PatchError({ problem: 'last-line' });
  if (lines.length === 2) throw new PatchError({ problem: 'empty' });
  if (lines[1]?.trimStart().startsWith(ENVIRONMENT)) throw new PatchError({ problem: 'environment' });
  return { texts: lines.slice(1, -1), at: 0 };
}

/** 1-based number of the next line, counted from the line that begins the patch. */
export function numberOf({ at }: PatchLines): number {
  return at + 2;
}

/** True if a line before the last one looks like the end of the patch. */
export function isEnd(line: string): boolean {
  return line.trim() === END;
}

function linesOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return trimmed.split(trimmed.includes('\r\n') ? /\r?\n/ : '\n');
}

function withoutHeredoc(lines: readonly string[]): readonly string[] {
  const isWrapped = /^<<(?:EOF|'EOF'|"EOF")$/.test(lines[0] ?? '') && lines.at(-1)?.endsWith('EOF');
  return isWrapped ? linesOf(lines.slice(1, -1).join('\n')) : lines;
}
