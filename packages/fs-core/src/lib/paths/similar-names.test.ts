import { describe, expect, it } from 'vitest';
import { similarNames } from './similar-names.ts';

describe('nearest', () => {
  it.each([
    ['counts neighbours swapped as one edit', 'form', ['from', 'worn', 'forms'], ['forms', 'from']],
    ['puts another case or extension first', 'README.md', ['READMES.md', 'readme.txt'], ['readme.txt', 'READMES.md']],
    ['takes a hidden name for no extension', '.env', ['.npmrc', '.envs'], ['.envs']],
    ['allows one edit in four letters', 'mapper', ['maps', 'mappre', 'maperr', 'napster'], ['mappre', 'maperr']],
    ['takes no short name for another', 'b.txt', ['a.txt', 'bc.txt', 'B.md'], ['B.md']],
    ['allows no more than three', 'configuration', ['konfigurashun', 'konfigurashion'], ['konfigurashion']],
  ])('%s', (_, asked, names, answer) => {
    expect(similarNames(asked, names)).toEqual(answer);
  });
});
