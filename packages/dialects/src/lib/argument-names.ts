import { editDistance } from '@dragoman/fs-core/internal/kernel';

/** Names that models of different vendors give to one argument, in lower case and without `_` and `-`. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['path', 'filepath', 'absolutepath', 'dirpath'],
  ['oldstring', 'oldstr', 'oldtext'],
  ['newstring', 'newstr', 'newtext', 'replacement'],
  ['replaceall', 'allowmultiple'],
  ['content', 'filetext', 'contents'],
  ['include', 'glob', 'includepattern'],
  ['pattern', 'query', 'regex'],
  ['input', 'patch', 'patchtext'],
  ['cmd', 'command'],
];

/** Words by which a call asks for another change than a tool makes. */
const OTHER_CHANGES = new Set([
  ...['dryrun', 'preview', 'simulate', 'append', 'mode', 'overwrite', 'version', 'expectedversion', 'ifmatch'],
  ...['preconditions', 'expectedtext', 'expectedreplacements', 'occurrence', 'insertline', 'startline', 'endline'],
]);

/** A name in lower case and without `_` and `-`, by which other spellings of it are found. */
export function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** The arguments that another vendor, or another spelling, calls by this name. */
export function namesMeantBy(given: string, names: readonly string[]): readonly string[] {
  const plain = plainName(given);
  // What has no letter, such as `__`, is a spelling of nothing.
  if (plain === '') return [];
  const group = SYNONYMS.find((synonyms) => synonyms.includes(plain)) ?? [plain];
  return names.filter((name) => group.includes(plainName(name)));
}

/** The argument for which this name looks like a slip of the keyboard; undefined if there is none. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const plain = plainName(given);
  const near = names
    .map((name) => ({ name, distance: editDistance(plain, plainName(name)) }))
    .filter(({ name, distance }) => distance <= mostSlips(plainName(name)));
  return near.sort((one, other) => one.distance - other.distance)[0]?.name;
}

/** True if an argument asks for another change than the tool makes; words of absence ask for nothing. */
export function asksForOtherChange(name: string, value: unknown): boolean {
  if (!OTHER_CHANGES.has(plainName(name))) return false;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return !['', '0', 'false', 'null', 'undefined'].includes(String(value).trim().toLowerCase());
}

/** Letters of a name that may be wrong; in the shortest, such as `-A`, any other letter is another name. */
function mostSlips({ length }: string): number {
  if (length < 3) return 0;
  return length < 5 ? 1 : 2;
}
