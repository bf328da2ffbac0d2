import { fileURLToPath, pathToFileURL } from 'node:url';
import { printableName } from '@dragoman/formatters/internal/pieces';

/** Path, and lines if only some of the file are meant, that a URI names. */
export interface ResourcePlace {
  readonly path: string;
  /** 1-based and inclusive; a last line past the end is the end. */
  readonly lines: { readonly from: number; readonly to: number } | null;
}

const FILE_URI = /^file:\/\/(?:localhost)?(\/[^?#]*)(?:#(.*))?$/is;
const LINES = /^L([1-9]\d{0,14})(?:-L([1-9]\d{0,14}))?$/;
// The parser of URLs would drop them, or take a backslash for a slash.
const CHANGED_BY_PARSER = /[\0-\x20\\\x7f]/g;

/** True for a text that is a URI of whatever scheme, and not a path. */
export function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text);
}

/**
 * Finds the place that a URI names; null if it names none: it is of another scheme or host, its path is not UTF-8 or has
 * a NUL or an encoded slash, or its fragment is no range of lines.
 */
export function placeOf(uri: string): ResourcePlace | null {
  const [, path = '', fragment] = FILE_URI.exec(uri) ?? [];
  const lines = fragment === undefined ? null : linesIn(fragment);
  if (path === '' || !uri.isWellFormed() || lines === undefined) return null;
  try {
    const decoded = fileURLToPath(`file://${path.replace(CHANGED_BY_PARSER, encodeURIComponent)}`);
    return decoded.includes('\0') ? null : { path: withoutEnd(decoded), lines };
  } catch {
    return null;
  }
}

/** Undefined for a fragment that is no range. */
function linesIn(fragment: string): ResourcePlace['lines'] | undefined {
  const [, first, last = first] = LINES.exec(fragment) ?? [];
  const lines = { from: Number(first), to: Number(last) };
  return lines.from <= lines.to ? lines : undefined;
}

const END = process.platform === 'win32' ? /[\\/]+$/ : /\/+$/;

function withoutEnd(path: string): string {
  const end = path.replace(END, '');
  return end === '' || /^[a-z]:$/i.test(end) ? path : end;
}

/** The URI of a path. Bytes of a name that are not UTF-8 are escaped in it, as lists show them, and so given back. */
export function uriOf(path: string): string {
  return pathToFileURL(path.isWellFormed() ? path : printableName(path)).href;
}
