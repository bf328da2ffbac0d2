import { endOfClass } from '@dragoman/patterns/internal/glob-class';
import { malformedGlob } from '../errors/malformed-glob.ts';

// Each doubles what is to be matched.
const MAX_GROUPS = 8;

/**
 * The regular expression (flags `s` and `u`) of a glob without braces. A part that a shell, git and ripgrep read in
 * different ways, or that may be plain text, matches what any reading does: a glob that denies too little would do so
 * silently.
 * @throws ToolError `INVALID_PATTERN` for more than eight groups
 */
export function denySource(glob: string): string {
  const groups = glob.match(/[@?*+!]\(/g) ?? [];
  if (groups.length > MAX_GROUPS) throw malformedGlob(glob, `it has more than ${MAX_GROUPS} groups`);
  // An absolute one never means `/` itself, which would deny everything.
  return (/^\/./.test(glob) ? '(?=/[^/])' : '') + sourceOf(glob, true);
}

export function escapeRegExp(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** A part of a glob: its regular expression, and the index after it. */
interface Part {
  readonly source: string;
  readonly end: number;
}

/** @param startsName whether a name begins where the text does */
function sourceOf(text: string, startsName: boolean): string {
  let source = '';
  for (let at = 0; at < text.length; ) {
    const isStart = at === 0 ? startsName : text[at - 1] === '/';
    const part = (isStart ? anyDepthAt(text, at) : null) ?? groupAt(text, at, isStart) ?? partAt(text, at);
    source += part.source;
    at = part.end;
  }
  return source;
}

/** Two stars or more that are all of a name stand for any number of names. */
function anyDepthAt(text: string, at: number): Part | null {
  const [inner] = /^(?:\*\*+\/)+/.exec(text.slice(at)) ?? [];
  if (inner !== undefined) return { source: '(?:.*/)?', end: at + inner.length };
  return /^\*\*+$/.test(text.slice(at)) ? { source: '.*', end: text.length } : null;
}

function partAt(text: string, at: number): Part {
  const character = text.charAt(at);
  const next = text.charAt(at + 1);
  switch (character) {
    case '*': {
      const [stars = ''] = /^\*+/.exec(text.slice(at)) ?? [];
      // The last star may begin a group.
      const end = at + stars.length - (stars.length > 1 && text[at + stars.length] === '(' ? 1 : 0);
      return { source: '[^/]*', end };
    }
    case '?':
      return { source: '[^/]', end: at + 1 };
    case '[':
      return classAt(text, at);
    case '\\':
      if (next === '') return { source: '\\\\', end: at + 1 };
      // Whatever it escapes, it may also be part of the name.
      return next === '/' ? { source: '\\\\?', end: at + 1 } : { source: `\\\\?${escapeRegExp(next)}`, end: at + 2 };
    default:
      return { source: escapeRegExp(character), end: at + 1 };
  }
}

/** `@(a|b)` and the like as a shell reads them, and as git and ripgrep do, for which the parentheses are text. */
function groupAt(text: string, at: number, startsName: boolean): Part | null {
  const sign = text.charAt(at);
  const close = '@?*+!'.includes(sign) && text[at + 1] === '(' ? endOfGroup(text, at + 2) : null;
  if (close === null) return null;
  const body = text.slice(at + 2, close);
  const any = `(?:${alternativesIn(body)
    .map((alternative) => sourceOf(alternative, startsName))
    .join('|')})`;
  const end = close + 1;
  const asGroup = sign === '!' ? exceptFor(any, text.slice(end)) : sign === '@' ? any : any + sign;
  const asText = `${partAt(sign, 0).source}\\(${sourceOf(body, false)}\\)`;
  const source = `(?:${asGroup}|${asText})`;
  // picomatch, by which most programs in JavaScript match, then takes the group for optional.
  return text[end] === '?' ? { source: `(?:${source}[^/]|${source}?)`, end: end + 1 } : { source, end };
}

/** Any text in a name, unless what is excluded and the rest of the glob's name make up all of the name. */
function exceptFor(excluded: string, rest: string): string {
  const [restOfName = ''] = /^[^/]*/.exec(rest) ?? [];
  return `(?!${excluded}${sourceOf(restOfName, false)}(?:/|$))[^/]*`;
}

/** Index of the parenthesis that closes a group; null if none does. */
function endOfGroup(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at = nextIndex(text, at)) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && depth === 0) return at;
    else if (text[at] === ')') depth -= 1;
  }
  return null;
}

function alternativesIn(body: string): string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < body.length; at = nextIndex(body, at)) {
    if (body[at] === '(') depth += 1;
    else if (body[at] === ')') depth -= 1;
    else if (body[at] === '|' && depth === 0) {
      alternatives.push(body.slice(from, at));
      from = at + 1;
    }
  }
  return [...alternatives, body.slice(from)];
}

/** Passes over what a backslash escapes, and over a class. */
function nextIndex(text: string, at: number): number {
  if (text[at] === '\\') return at + 2;
  return (text[at] === '[' ? endOfClass(text, at) : null) ?? at + 1;
}

/** A class, or the text it is written with: `[id]` is a directory's name in many web projects. */
function classAt(text: string, at: number): Part {
  const end = endOfClass(text, at);
  if (end === null) return { source: '\\[', end: at + 1 };
  const body = text.slice(at + 1, end - 1);
  // A class that spans names is hardly meant as one.
  const asText = body.includes('/') ? `\\[${sourceOf(body, false)}\\]` : escapeRegExp(text.slice(at, end));
  const asClass = classSource(body);
  return { source: asClass === null ? asText : `(?:${asClass}|${asText})`, end };
}

const POSIX: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\0-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  xdigit: 'A-Fa-f0-9',
};

/** Null for a class that no character is in. */
function classSource(body: string): string | null {
  const isNegated = /^[!^]/.test(body);
  let members = '';
  for (let rest = isNegated ? body.slice(1) : body; rest !== ''; ) {
    const [named, name = ''] = /^\[:(\w+):\]/.exec(rest) ?? [];
    const [range = rest, low = '', high = low] = /^\\?(.)(?:-\\?([^\]]))?/su.exec(rest) ?? [];
    if (named !== undefined) members += POSIX[name] ?? '';
    else if ((low.codePointAt(0) ?? 0) <= (high.codePointAt(0) ?? 0))
      members += `${escapeMember(low)}-${escapeMember(high)}`;
    rest = rest.slice((named ?? range).length);
  }
  if (members === '') return isNegated ? '[^/]' : null;
  return `(?!/)[${isNegated ? '^' : ''}${members}]`;
}

function escapeMember(character: string): string {
  return character.replace(/[\\\]^[-]/, '\\$&');
}
