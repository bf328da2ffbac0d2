import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from './clean-environment.ts';

describe('cleanEnvironment', () => {
  it.each(['GITHUB_TOKEN', 'TOKEN', 'ANTHROPIC_API_KEY', 'STRIPE_SECRET', 'PGPASSWORD', 'db_password', 'npm_token'])(
    'drops %s',
    (name) => {
      expect(cleanEnvironment({ [name]: 'x' })).toEqual({});
    },
  );

  it.each(['PATH', 'KEYBOARD', 'TOKENIZERS_PARALLELISM', 'MONKEY', 'PASSWORD_STORE_DIR', 'AWS_REGION'])(
    'keeps %s',
    (name) => {
      expect(cleanEnvironment({ [name]: 'x' })).toEqual({ [name]: 'x' });
    },
  );

  it('keeps a secret that is named, and no other', () => {
    const environment = { NPM_TOKEN: 'a', GITHUB_TOKEN: 'b', HOME: '/root', GONE: undefined };
    expect(cleanEnvironment(environment, ['NPM_TOKEN'])).toEqual({ NPM_TOKEN: 'a', HOME: '/root' });
  });
});
