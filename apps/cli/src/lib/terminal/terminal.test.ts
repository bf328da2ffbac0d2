import { describe, expect, it } from 'vitest';
import { colourWish } from './terminal.ts';

const flags = {
  none: new Map(),
  always: new Map([['color', ['never', 'always']]]),
  never: new Map([['color', ['never']]]),
  auto: new Map([['color', ['auto']]]),
  no: new Map([['no-color', ['']]]),
};

describe('colourWish', () => {
  it.each([
    ['none', {}, 'auto'],
    ['none', { NO_COLOR: '1' }, 'never'],
    ['none', { NO_COLOR: '' }, 'auto'],
    ['none', { FORCE_COLOR: '1' }, 'always'],
    ['none', { FORCE_COLOR: '3', NO_COLOR: '1' }, 'always'],
    ['none', { FORCE_COLOR: '0' }, 'never'],
    ['none', { FORCE_COLOR: '' }, 'auto'],
    ['none', { CLICOLOR_FORCE: '1' }, 'always'],
    ['none', { CLICOLOR_FORCE: '0' }, 'auto'],
    ['none', { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, 'never'],
    ['always', { NO_COLOR: '1', FORCE_COLOR: '0' }, 'always'],
    ['never', { FORCE_COLOR: '1' }, 'never'],
    ['auto', { FORCE_COLOR: '1' }, 'auto'],
    ['no', { FORCE_COLOR: '1' }, 'never'],
  ] as const)('with flag %s and %j is %s', (flag, environment, wish) => {
    expect(colourWish(flags[flag], environment)).toBe(wish);
  });
});
