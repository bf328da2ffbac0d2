import { describe, expect, it } from 'vitest';
import { assertKnownVariables } from './known-variables.ts';
import { OPTIONS } from './option-table.ts';

const check = (environment: Record<string, string>) => () =>
  assertKnownVariables(environment, OPTIONS, ['DRAGOMAN_LOG']);

describe('assertKnownVariables', () => {
  it.each([
    'DRAGOMAN_READ_ONLY',
    'DRAGOMAN_LOG',
    'DRAGOMAN_COMMAND',
    'DRAGOMAN_TEST_ROUNDS',
    'DRAGOMANIA',
    'MY_DRAGOMAN_READONLY',
  ])('passes over %s', (name) => {
    expect(check({ [name]: '1' })).not.toThrow();
  });

  it.each([
    ['DRAGOMAN_READONLY', '; did you mean "DRAGOMAN_READ_ONLY"?'],
    ['DRAGOMAN_ALOW_DIR', '; did you mean "DRAGOMAN_ALLOW_DIR"?'],
    ['DRAGOMAN_NO_BUILTIN_DENNY', '; did you mean "DRAGOMAN_NO_BUILTIN_DENY"?'],
    ['Dragoman_Dry_Run', '; did you mean "DRAGOMAN_DRY_RUN"?'],
    ['DRAGOMAN_LISTEN_TO_ME', '; --help lists the options, each of which is also a variable'],
    ['DRAGOMAN_', '; --help lists the options, each of which is also a variable'],
  ])('refuses %s', (name, rest) => {
    expect(check({ PATH: '/bin', [name]: '1' })).toThrow(
      expect.objectContaining({
        message: `Unknown variable ${name}${rest}`,
        failure: { code: 'INVALID_ARGUMENT', problem: 'option', option: name },
      }),
    );
  });

  it('takes a name in lower case where the system reads it so', () => {
    // As `process.env` of Windows answers.
    const environment = new Proxy<Record<string, string>>(
      { dragoman_read_only: '1' },
      { get: (variables, name) => variables[String(name).toLowerCase()] },
    );
    expect(check(environment)).not.toThrow();
  });
});
