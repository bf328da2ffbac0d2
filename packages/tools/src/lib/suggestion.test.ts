import { describe, expect, it } from 'vitest';
import { suggestion } from './suggestion.ts';

const names = ['view', 'str_replace', 'create_file', 'glob', 'grep', 'a-name-of_five_parts'];

describe('suggestion', () => {
  it.each([
    ['veiw', 'view'],
    ['viev', 'view'],
    ['vie', 'view'],
    ['gerp', 'grep'],
    ['str-replace', 'str_replace'],
    ['create', null],
    ['x', null],
    ['', null],
    ['VIEW', 'view'],
    ['a_name_of-five-patrs', 'a-name-of_five_parts'],
  ])('takes %j for %s', (typed, meant) => {
    expect(suggestion(typed, names)).toBe(meant === null ? '' : `; did you mean "${meant}"?`);
  });
});
