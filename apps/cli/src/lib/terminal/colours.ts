import { styleText } from 'node:util';
import type { Mark, MarkedPart } from '@dragoman/formatters/internal/command-line';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, whatever Node thinks of the stream and the environment. */
function coloured(style: Style, text: string): string {
  return text === '' ? '' : styleText(style, text, { validateStream: false });
}

/** The colours of ripgrep and, in files that are shown, the numbers of bat. */
const STYLES: Readonly<Record<MarkedPart, Style>> = { path: 'magenta', number: 'green', match: ['bold', 'red'] };

// Noncharacters, which the Unicode Standard sets aside for use inside a program: no other text has them.
const BEGINS: Readonly<Record<MarkedPart, string>> = { path: '\ufdd0', number: '\ufdd1', match: '\ufdd2' };
const END = '\ufdd3';
const PARTS = /([\ufdd0-\ufdd2])([^\ufdd0-\ufdd3\n]*)\ufdd3?/g;

/** Marks a part for `paintMarks`: what is marked is yet to be cut, and made harmless. */
export const mark: Mark = (part, text) => BEGINS[part] + text + END;

/** Colours what is marked. @param isFile whether the numbers are those of a file that is shown */
export function paintMarks(text: string, isFile: boolean): string {
  return text.replace(PARTS, (_, begin: string, marked: string) => {
    if (begin === BEGINS.path) return coloured(STYLES.path, marked);
    if (begin === BEGINS.match) return coloured(STYLES.match, marked);
    return coloured(isFile ? 'gray' : STYLES.number, marked);
  });
}

/** Paints whole texts. */
function painter(style: Style): (text: string) => string {
  return (text) => coloured(style, text);
}

/** The path of a file. */
export const paintPath = painter(STYLES.path);
/** The name of a program that complains. */
export const paintProgram = painter(['bold', 'red']);
/** A heading of a help page. */
export const paintHeading = painter(['bold', 'underline']);
/** A flag or command of a help page. */
export const paintTerm = painter('bold');

/** Colours a log of operations: ids as git does hashes, and the letters by what they say. */
export function paintLog(text: string): string {
  return text
    .replace(
      /^( {2})([AMDR])(?= )/gm,
      (_, indent: string, letter: string) => indent + coloured(LETTERS[letter] ?? [], letter),
    )
    .replace(
      /^((?:Undid |Redid |\[Dry Run\] Would \w+ )?)([0-9a-f]{8})\b/gm,
      (_, verb: string, id: string) => verb + coloured('yellow', id),
    );
}

const LETTERS: Readonly<Record<string, Style>> = { A: 'green', M: 'cyan', D: 'red', R: 'magenta' };

/** The first line of a complaint. */
export function paintComplaint(text: string): string {
  return text.replace(/^.+/, painter('red'));
}

/** Colours the unified diff that a text ends with; a text without one stays as it is. */
export function paintDiff(text: string): string {
  const start = text.search(/^--- .*\n\+\+\+ /m);
  if (start < 0) return text;
  let isHead = true;
  const painted = text
    .slice(start)
    .split('\n')
    .map((line) => {
      isHead &&= !line.startsWith('@@');
      const style = isHead ? 'bold' : DIFF_STYLES[line.charAt(0)];
      return style === undefined ? line : coloured(style, line);
    });
  return text.slice(0, start) + painted.join('\n');
}

/** Colours a diff in Git's format as Git does. */
export function paintGitDiff(text: string): string {
  let isHead = true;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('diff --git ')) isHead = true;
      isHead &&= !line.startsWith('@@');
      const style = isHead ? 'bold' : DIFF_STYLES[line.charAt(0)];
      return style === undefined ? line : coloured(style, line);
    })
    .join('\n');
}

/** Styles by the first character of a line below the head. */
const DIFF_STYLES: Readonly<Record<string, Style>> = { '+': 'green', '-': 'red', '@': 'cyan' };
