import { assertKnownVariables, readFlags } from '@dragoman/dialects/internal/options';
import { expect, it } from 'vitest';
import { ALL_OPTIONS, readHttpOptions } from './http-options.ts';

it('an overlay is refused: it has one session at a time', () => {
  const host = { environment: { DRAGOMAN_OVERLAY: '1' }, currentDirectory: () => '/' };
  expect(() => readHttpOptions(new Map(), host)).toThrow(
    'DRAGOMAN_OVERLAY: an overlay has one session at a time, and this server has many',
  );
  expect(() => readFlags(['--overlay'], ALL_OPTIONS)).toThrow('Unknown option "--overlay"');
});

it('every option is a variable that the other programs know', () => {
  const names = ALL_OPTIONS.map(({ name }) => `DRAGOMAN_${name.replaceAll('-', '_').toUpperCase()}`);
  expect(() => assertKnownVariables(Object.fromEntries(names.map((name) => [name, '1'])))).not.toThrow();
});
