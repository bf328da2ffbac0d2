import { describe, expect, it } from 'vitest';
import { assertKnownVariables } from './known-variables.ts';

const check = (environment: Record<string, string>) => () => assertKnownVariables(environment);

describe('assertKnownVariables', () => {
  it.each([
    'DRAGOMAN_READ_ONLY',
    'DRAGOMAN_LOG',
    'DRAGOMAN_LISTEN',
    'DRAGOMAN_TOKEN',
    'DRAGOMAN_COMMAND',
    'DRAGOMAN_TEST_ROUNDS',
    'DRAGOMANIA',
    'MY_DRAGOMAN_READONLY',
  ])('passes over %s', (name) => {
    expect(check({ [name]: '1' })).not.toThrow();
  });

  it.each([
    ['DRAGOMAN_SERVICE_HOST', '10.0.0.11'],
    ['DRAGOMAN_SERVICE_PORT', '8080'],
    ['DRAGOMAN_SERVICE_PORT_HTTP', '8080'],
    ['DRAGOMAN_PORT', 'tcp://10.0.0.11:8080'],
    ['DRAGOMAN_PORT_8080_TCP', 'tcp://10.0.0.11:8080'],
    ['DRAGOMAN_PORT_8080_TCP_PROTO', 'tcp'],
    ['DRAGOMAN_PORT_8080_TCP_PORT', '8080'],
    ['DRAGOMAN_PORT_8080_TCP_ADDR', '10.0.0.11'],
    ['DRAGOMAN_METRICS_SERVICE_HOST', '10.0.0.12'],
    ['DRAGOMAN_METRICS_PORT', 'udp://[fd00::12]:53'],
    ['DRAGOMAN_METRICS_PORT_53_UDP_ADDR', 'fd00::12'],
  ])('passes over %s of Kubernetes', (name, value) => {
    expect(check({ [name]: value })).not.toThrow();
  });

  it('takes no other port for one of Kubernetes', () => {
    expect(check({ DRAGOMAN_PORT: '8080' })).toThrow('Unknown variable DRAGOMAN_PORT');
    expect(check({ DRAGOMAN_PORT: '' })).toThrow('Unknown variable DRAGOMAN_PORT');
    expect(check({ DRAGOMAN_SUPPORT: 'tcp://10.0.0.11:8080' })).toThrow('Unknown variable DRAGOMAN_SUPPORT');
  });

  it.each([
    ['DRAGOMAN_READONLY', '; did you mean "DRAGOMAN_READ_ONLY"?'],
    ['DRAGOMAN_ALOW_DIR', '; did you mean "DRAGOMAN_ALLOW_DIR"?'],
    ['DRAGOMAN_NO_BUILTIN_DENNY', '; did you mean "DRAGOMAN_NO_BUILTIN_DENY"?'],
    ['Dragoman_Dry_Run', '; did you mean "DRAGOMAN_DRY_RUN"?'],
    ['DRAGOMAN_TOKENS', '; did you mean "DRAGOMAN_TOKEN"?'],
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
