import { diffHunks, hunkLines } from './diff-hunks.ts';

/** One side of a change. */
export interface GitFile {
  /** Each character is a byte; null if it is not to be shown. */
  readonly text: string | null;
  /** Mode as Git writes it: `100644`, `100755`, or `120000` of a symbolic link, whose text is its target. */
  readonly mode: string;
}

/** One file before and after a change; null where there is none. */
export interface GitChange {
  /** Path from the top of the tree, with `/` between names; each character is a byte. */
  readonly path: string;
  /** The old path of a moved file. */
  readonly from?: string;
  readonly before: GitFile | null;
  readonly after: GitFile | null;
}

const CONTEXT_LINES = 3;

/** A change in the format of `git diff`, which `git apply` makes. Each character is a byte; empty if nothing changed. */
export function gitDiff({ path, from = path, before, after }: GitChange): string {
  if (before !== null && after !== null && isLink(before) !== isLink(after))
    return gitDiff({ path: from, before, after: null }) + gitDiff({ path, before: null, after });
  const names = [quoted(`a/${from}`), quoted(`b/${path}`)] as const;
  const sides = [before === null ? NOTHING : names[0], after === null ? NOTHING : names[1]] as const;
  const moves = from === path ? '' : `rename from ${quoted(from)}\nrename to ${quoted(path)}\n`;
  const what = modeLines(before, after) + moves + contentOf([before, after], sides);
  return what === '' ? '' : `diff --git ${names.join(' ')}\n${what}`;
}

/** Path that stands for the side without a file. */
const NOTHING = '/dev/null';

type Pair<T> = readonly [old: T, now: T];

/** The hunks below the names of both sides. */
function contentOf([before, after]: Pair<GitFile | null>, [from, to]: Pair<string>): string {
  const [old, now] = [before === null ? '' : before.text, after === null ? '' : after.text];
  if (old === null || now === null) return `Binary files ${from} and ${to} differ\n`;
  return old === now ? '' : `--- ${named(from)}\n+++ ${named(to)}\n${hunksOf(old, now)}`;
}

function isLink({ mode }: GitFile): boolean {
  return mode === '120000';
}

function modeLines(before: GitFile | null, after: GitFile | null): string {
  if (before === null) return after === null ? '' : `new file mode ${after.mode}\n`;
  if (after === null) return `deleted file mode ${before.mode}\n`;
  return before.mode === after.mode ? '' : `old mode ${before.mode}\nnew mode ${after.mode}\n`;
}

function hunksOf(before: string, after: string): string {
  return diffHunks(before, after, CONTEXT_LINES)
    .map((hunk) => `${[...hunkLines(hunk)].join('\n')}\n`)
    .join('');
}

/** A name as Git quotes it: in C's way where a character in it would be taken for another. */
function quoted(path: string): string {
  if (!/["\\\p{Cc}\u00a0-\u00ff]/u.test(path)) return path;
  const escaped = path.replace(/["\\]/g, '\\$&').replace(/[\p{Cc}\u00a0-\u00ff]/gu, (each) => {
    return `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${escaped}"`;
}

/** A tab ends a name that has spaces in it. */
function named(path: string): string {
  return path.includes(' ') && !path.startsWith('"') ? `${path}\t` : path;
}
