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
    expect(cleanEnvironment(environment, { keep: ['NPM_TOKEN'] })).toEqual({ NPM_TOKEN: 'a', HOME: '/root' });
  });

  it('knows names in any case where the system does', () => {
    const environment = {
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      Npm_Token: 'a',
      other: 'b',
      'ProgramFiles(x86)': 'c',
    };
    const shown = cleanEnvironment(environment, { keep: ['npm_token'], onlyLogin: true, foldsCase: true });
    expect(shown).toEqual({ PATH: 'C:\\bin', SYSTEMROOT: 'C:\\Windows', NPM_TOKEN: 'a', 'PROGRAMFILES(X86)': 'c' });
  });

  it('keeps what a login has set and what is named, where it shall keep no more', () => {
    const ofLogin = { PATH: '/bin', HOME: '/root', USER: 'root', LC_ALL: 'C', TZ: 'UTC', TERM: 'xterm' };
    const named = { CI: '1', NPM_TOKEN: 'a' };
    const environment = { ...ofLogin, ...named, NODE_OPTIONS: '--inspect', EDITOR: 'vi', MY_PATH: '/', LC_KEY: 'k' };
    const shown = cleanEnvironment(environment, { keep: ['CI', 'NPM_TOKEN', 'NOT_SET'], onlyLogin: true });
    expect(shown).toEqual({ ...ofLogin, ...named });
  });
});
