import { posix, sep } from 'node:path';
import { expandBraces } from '@dragoman/patterns';
import { malformedGlob, parsingGlobs } from '../errors/malformed-glob.ts';

/**
 * The globs without braces that a deny glob stands for: tidied, and absolute or with a leading `**`. None of them is for
 * an alternative that can match nothing.
 * @param glob with `/` between names
 * @throws ToolError `INVALID_PATTERN` if a brace is not closed
 */
export function denyAlternatives(glob: string): string[] {
  const alternatives = parsingGlobs(() => expandBraces(glob, true)).map((alternative) =>
    withoutBelow(tidied(alternative)),
  );
  const matching = alternatives.filter((alternative) => alternative !== '' && !LEADS_ABOVE.test(alternative));
  return [...new Set(matching)].map((alternative) => (isAnchored(alternative) ? alternative : `**/${alternative}`));
}

/** Refuses a glob that can match nothing, so that no user relies on it. @throws ToolError `INVALID_PATTERN` */
export function assertMatchable(glob: string): void {
  const alternatives = parsingGlobs(() => expandBraces(toSlashes(glob))).map(tidied);
  const fault = alternatives.every((alternative) => alternative === '')
    ? 'it names nothing'
    : alternatives.some((alternative) => LEADS_ABOVE.test(alternative))
      ? 'no path holds "..": write the whole path'
      : glob.includes('\0')
        ? 'no name holds a NUL byte'
        : null;
  if (fault !== null) throw malformedGlob(glob, `it can match nothing, since ${fault}`);
}

const LEADS_ABOVE = /^\.\.(?:\/|$)/;

/** Without `.`, doubled separators, `..` below a name, and a separator at the end; empty if nothing is left. */
function tidied(glob: string): string {
  const path = posix.normalize(glob);
  if (path === '/') return path;
  return path === '.' ? '' : path.replace(/^\.?\/$|\/$/, '');
}

/** Removes `/**` from the end of a glob: everything below a denied directory is denied with it. */
function withoutBelow(glob: string): string {
  return glob.replace(/(?:\/\*\*+)+$/, '') || glob;
}

function isAnchored(glob: string): boolean {
  return /^(?:\/|\*\*+(?:\/|$))/.test(glob) || (process.platform === 'win32' && /^[A-Za-z]:/.test(glob));
}

export function toSlashes(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

/** The part of a glob before its first special character, up to the end of a name. */
export function fixedPart(glob: string): string {
  const special = glob.search(SYNTAX);
  if (special === -1) return glob;
  return glob.slice(0, glob.lastIndexOf('/', special)) || '/';
}

const SYNTAX = /[*?[{\\]|[@+!]\(/;

/** True if a glob, or a part of one, holds more than plain text. */
export function hasSyntax(glob: string): boolean {
  return SYNTAX.test(glob);
}
