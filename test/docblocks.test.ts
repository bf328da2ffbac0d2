import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const top = join(import.meta.dirname, '..');

// A clause without a noun or a verb cannot be understood alone: "What a file holds", "Whether it is there".
const CLAUSE =
  /\/\*\*[\s*]*(?:What|Whether|How|Why|When|Where|Which|Who|Whose|If|As|At|By|For|From|In|Of|On|So|Such|To|With|That|This|Those|These|It|They)(?:ever)?\b/g;

it('lets docblocks begin with a noun or a verb', () => {
  expect(sources().flatMap(clausesIn)).toEqual([]);
});

it.each(['What it is', '\n * Whether it is', ' Whatever it is'])('finds a docblock that begins with "%s"', (text) => {
  expect(`/**${text} */`).toMatch(CLAUSE);
});

it.each(['A thing', ' Inner part', ' Assigns'])('passes a docblock that begins with "%s"', (text) => {
  expect(`/**${text} */`).not.toMatch(CLAUSE);
});

/** All files of code that are not ignored, new ones included. */
function sources(): string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.js', '*.mjs', '*.cjs'];
  const paths = execFileSync('git', listed, { cwd: top, encoding: 'utf8' }).split('\0');
  return paths.filter((path) => path !== '' && existsSync(join(top, path)));
}

/** Beginnings of the docblocks of a file that begin with a clause. */
function clausesIn(file: string): string[] {
  const source = readFileSync(join(top, file), 'utf8');
  return [...source.matchAll(CLAUSE)].map(({ index }) => `${file}: ${source.slice(index, index + 60)}`);
}
