import { printableName } from './printable.ts';

/** A name with what cannot be told from its looks: `(U+202F)`, `(decomposed)`. */
export function markedName(name: string): string {
  const marks = marksIn(name);
  return `${printableName(name)}${marks === '' ? '' : ` (${marks})`}`;
}

/**
 * The note that what was opened, or changed, has the name that was given in other characters; null if the name is as it
 * was given, or has nothing that cannot be told from its looks.
 */
export function nameNote(outcome: unknown): string | null {
  if (!isPlaced(outcome)) return null;
  const given = namesIn(outcome.path);
  const real = namesIn(outcome.realPath).slice(-given.length);
  const name = real.find((part, index) => part !== given[index] && lettersIn(part) === lettersIn(given[index] ?? ''));
  if (name === undefined || marksIn(name) === '') return null;
  return `Note: the name on the disk is ${markedName(name)}`;
}

function isPlaced(outcome: unknown): outcome is { readonly path: string; readonly realPath: string } {
  if (typeof outcome !== 'object' || outcome === null || !('path' in outcome) || !('realPath' in outcome)) return false;
  return typeof outcome.path === 'string' && typeof outcome.realPath === 'string';
}

function namesIn(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((name) => name !== '' && name !== '.');
}

function lettersIn(name: string): string {
  return name.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

// What is not ASCII and looks so: white space, quotation marks, and what is compatible with ASCII.
const LOOKS_ASCII = /[^\S\0- ]|[\u2018-\u201f\u2032\u2033\u02bc\u00b4]|[\ufb00-\ufb06\uff01-\uff5e]/g;
const SHOWN_MARKS = 3;

function marksIn(name: string): string {
  const odd = [...new Set(name.match(LOOKS_ASCII))].slice(0, SHOWN_MARKS).map(codePointName);
  const isDecomposed = name.normalize('NFC').length < name.length && name.normalize('NFD') === name;
  return [...odd, ...(isDecomposed ? ['decomposed'] : [])].join(', ');
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
