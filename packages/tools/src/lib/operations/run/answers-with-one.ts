const ANSWERING = new Set(['grep', 'rg', 'diff', 'find', 'test', '[']);

/** True if the last command of a line is one whose exit code 1 says that something was not found, or differs. */
export function answersWithOne(line: string): boolean {
  const plain = line.replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, 'q');
  const last = plain
    .split(/\|\|?|&&?|;|\n/)
    .map((part) => part.trim())
    .findLast((part) => part !== '');
  const [program = ''] = (last ?? '').split(/\s+/).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  return ANSWERING.has(program);
}
