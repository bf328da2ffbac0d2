import { anyOf, foldName, plainSourceOf, sourceOf, trimmed, withoutBelow } from './deny-pattern.ts';

/**
 * Makes a quick test for whether any of the deny globs can match an entry of a given name, wherever it lies. A walk
 * asks it of a hundred thousand names; matching whole paths takes a microsecond or two each.
 */
export function createNameFilter(globs: readonly string[]): (name: string) => boolean {
  const tails = globs.map((glob) => tailOf(trimmed(glob)));
  if (tails.includes(null)) return () => true;
  const wanted = new Set(tails.filter((tail) => tail !== null).map(foldName));
  const patterns = [...wanted].filter((tail) => !/^[\w.~-]+$/.test(tail));
  const suspect =
    patterns.length > 0
      ? anyOf(
          patterns.map((tail) => plainSourceOf(tail) ?? sourceOf(tail, true)),
          'i',
        )
      : null;
  const mayFit = createEndsFilter([...wanted]);
  return (name) => {
    if (!mayFit(name)) return false;
    const folded = foldName(name);
    return wanted.has(folded) || suspect?.test(folded) === true;
  };
}

const ASCII_CODES = 128;

/** Whether something with a name's first and last character can match at all; settles most names at once. */
function createEndsFilter(foldedTails: readonly string[]): (name: string) => boolean {
  const pairs = new Uint8Array(ASCII_CODES * ASCII_CODES);
  for (const tail of foldedTails) {
    for (const first of codesOf(tail.charAt(0))) {
      for (const last of codesOf(tail.slice(-1))) pairs[first * ASCII_CODES + last] = 1;
    }
  }
  return (name) => {
    const first = name.charCodeAt(0);
    const last = name.charCodeAt(name.length - 1);
    return first >= ASCII_CODES || last >= ASCII_CODES || pairs[first * ASCII_CODES + last] === 1;
  };
}

/** The codes that the first or last character of a folded glob may stand for: itself in either case, or any. */
function codesOf(character: string): readonly number[] {
  if (!/[\w.~-]/.test(character)) return Array.from({ length: ASCII_CODES }, (_, code) => code);
  return [character.charCodeAt(0), character.toUpperCase().charCodeAt(0)];
}

/** The part of a glob that a path's last name must match, or null where no one part does. */
function tailOf(glob: string): string | null {
  const owner = withoutBelow(glob);
  const cut = owner.lastIndexOf('/') + 1;
  const tail = owner.slice(cut);
  // A bracket before the last slash may reach beyond it, and "!(a)" may stand for nothing: then no part is the name's.
  return tail === '' || /\*\*|\(/.test(tail) || /[[({\\]/.test(owner.slice(0, cut)) ? null : tail;
}
