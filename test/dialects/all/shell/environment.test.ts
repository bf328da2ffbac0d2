import { openTree, type StartOptions, serve } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';

const tools = [
  { dialect: 'editor', run: 'bash' },
  { dialect: 'claude-code', run: 'Bash' },
  { dialect: 'gemini', run: 'run_shell_command' },
] as const;
const inherited = { USER: 'me', LC_ALL: 'C', TZ: 'UTC', HARMLESS: 'yes', GITHUB_TOKEN: 'secret', DEPLOY_KEY: 'named' };

describe.each(tools)('a clean environment in $dialect', ({ dialect, run }) => {
  /** Output of `env` as a command, without what the shell sets itself. */
  async function seen({ args = [], env = {} }: StartOptions): Promise<Record<string, string>> {
    await using tree = await openTree();
    await using server = await serve(dialect, tree, {
      args: ['--shell', 'unrestricted', ...args],
      env: { ...inherited, ...env },
    });
    const text = (await server.call(run, { command: 'unset PWD OLDPWD SHLVL; env' })).text;
    return Object.fromEntries(
      [...text.matchAll(/^(?:Stdout: )?(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
  }

  const { PATH, HOME } = process.env;
  const ofLogin = { PATH, HOME, USER: 'me', LC_ALL: 'C', TZ: 'UTC' };
  // No editor or pager is waited for.
  const ofServer = {
    ...{ DRAGOMAN_COMMAND: expect.any(String), PAGER: 'cat', MANPAGER: 'cat', GIT_PAGER: 'cat' },
    ...{ EDITOR: 'false', VISUAL: 'false', GIT_EDITOR: 'false', GIT_SEQUENCE_EDITOR: 'false' },
  };

  it('has what a login sets and what is named', async () => {
    const { _, ...variables } = await seen({ args: ['--shell-clean-env', '--shell-env', 'DEPLOY_KEY'] });
    expect(variables).toEqual({ ...ofLogin, ...ofServer, DEPLOY_KEY: 'named' });
  });

  it('can be asked for by a variable', async () => {
    const { _, ...variables } = await seen({
      env: { DRAGOMAN_SHELL_CLEAN_ENV: 'true', DRAGOMAN_SHELL_ENV: 'HARMLESS' },
    });
    expect(variables).toEqual({ ...ofLogin, ...ofServer, HARMLESS: 'yes' });
  });

  it('is not presumed', async () => {
    const { _, ...variables } = await seen({});
    expect(variables).toEqual({ ...ofLogin, ...ofServer, HARMLESS: 'yes' });
  });
});
