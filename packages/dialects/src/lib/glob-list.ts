/**
 * The globs of a list: split at blanks and, outside of braces, at commas. All of it is one, too,
 * since a name may have blanks and commas.
 * @example globList('*.ts *.{js,mjs}')
 */
export function globList(list: string): string[] {
  const globs: string[] = [];
  let depth = 0;
  let glob = '';
  for (const character of `${list} `) {
    const parts = depth === 0 ? /[\s,]/ : /\s/;
    if (character === '{') depth += 1;
    if (character === '}') depth = Math.max(0, depth - 1);
    if (!parts.test(character)) glob += character;
    else if (glob !== '') {
      globs.push(glob);
      [glob, depth] = ['', 0];
    }
  }
  return globs.length < 2 || list.startsWith('!') ? globs : [...globs, list];
}
