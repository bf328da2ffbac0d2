import { describe, expect, it } from 'vitest';
import { createScope } from './scope.ts';

const scope = createScope({ roots: ['/', '/w', '/home/u'], rootNames: new Map([['/link', '/w']]), homes: ['/home/u'] });

const UNREADABLE = [
  '/proc/self/environ',
  '/proc/1/root/etc/passwd',
  '/sys/kernel',
  '/dev/sda',
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/sudoers.d/admin',
  '/etc/ssh/ssh_host_ed25519_key',
  '/etc/ssl/private/server.key',
  '/etc/letsencrypt/live/example.org/privkey.pem',
  '/run/secrets/kubernetes.io/serviceaccount/token',
  '/root/.ssh/id_rsa',
  '/w/deep/.ssh/id_ed25519',
  '/w/.ssh/host.pem',
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk'].map((name) => `/w/deploy/${name}`),
  ...['server.p12', 'server.pfx', 'keystore.jks', 'passwords.kdbx', '.p12'].map((name) => `/w/deploy/${name}`),
  '/w/ID_RSA',
  '/home/u/Desktop/Me.PFX',
  '/w/certs/Server.P12',
  '/w/id_rsa/part',
  '/w/.gnupg',
  '/w/.gnupg/private-keys-v1.d/x.key',
  '/w/.aws/credentials',
  '/w/.aws/sso/cache/token.json',
  '/w/.azure/msal_token_cache.json',
  '/w/.config/gcloud/credentials.db',
  '/w/.config/gcloud/application_default_credentials.json',
  '/w/.config/gh/hosts.yml',
  '/w/.docker/config.json',
  '/w/.kube/config',
  '/w/.netrc',
  '/w/_netrc',
  '/w/.git-credentials',
  '/w/.config/git/credentials',
  '/w/.pypirc',
  '/w/.pgpass',
  '/w/.cargo/credentials',
  '/w/.cargo/credentials.toml',
  '/w/.m2/settings.xml',
  '/w/.vault-token',
  '/w/.mozilla/firefox/abc.default/logins.json',
  '/Users/u/Library/Application Support/Firefox/Profiles/abc/key4.db',
  '/home/u/.thunderbird/abc.default/logins.json',
  '/home/u/.mozilla/firefox/abc.default/logins-backup.json',
  '/home/u/.mozilla/firefox/abc.default/cookies.sqlite-wal',
  '/home/u/.config/google-chrome/Default/Login Data',
  '/home/u/.config/chromium/Profile 1/Cookies',
  '/home/u/.config/BraveSoftware/Brave-Browser/Default/Login Data For Account',
  '/Users/u/Library/Application Support/Google/Chrome/Default/Cookies',
  '/C/Users/u/AppData/Local/Microsoft/Edge/User Data/Default/Network/Cookies',
  '/w/.my.cnf',
  '/w/.config/op/config',
  '/w/.config/sops/age/keys.txt',
  '/Users/u/Library/Application Support/sops/age/keys.txt',
  '/Users/u/Library/Application Support/Bitwarden CLI/data.json',
  '/w/.config/glab-cli/config.yml',
  '/w/.gradle/gradle.properties',
  '/w/.local/share/kwalletd/kdewallet.kwl',
  '/w/.config/hcloud/cli.toml',
  '/w/.config/linode-cli',
  '/w/.fly/config.yml',
  '/w/.pulumi/credentials.json',
  '/w/.config/pypoetry/auth.toml',
  '/w/.dbt/profiles.yml',
  '/w/.subversion/auth/svn.simple/x',
  '/w/.ivy2/.credentials',
  '/w/.local/share/opencode/auth.json',
  '/w/.config/github-copilot/apps.json',
  '/w/.kaggle/kaggle.json',
  '/home/u/.config/filezilla/sitemanager.xml',
  '/etc/wireguard/wg0.conf',
  '/w/packages/a/.npmrc',
  '/home/u/.npmrc',
];

const UNWRITABLE = [
  '/w/.git',
  '/w/.git/config',
  '/w/.git/hooks/pre-commit',
  '/w/sub/module/.git/info/attributes',
  '/w/git~1/hooks/post-checkout',
  '/w/bare.git/hooks/pre-receive',
  '/w/bare.git/config',
  '/w/bare.git/worktrees/x/gitdir',
  '/w/.hg/hgrc',
  '/home/u/.cache/dragoman-code-cache/app.js.cache',
  '/w/.ssh/authorized_keys',
  '/w/.ssh/config',
];

const FREE = [
  '/w/.npmrc',
  '/link/.npmrc',
  '/w/.gitignore',
  '/w/x.dragoman-index/code.ts',
  '/w/x.dragoman-overlay/code.ts',
  '/w/src/dragoman-secret.ts',
  '/w/dragoman-transactions/code.ts',
  '/w/dragoman/index/x.dragoman-index/code.ts',
  '/w/dragoman/overlays/x.dragoman-overlay/code.ts',
  '/w/.cache/dragoman/index/code.ts',
  '/w/.local/state/dragoman/dragoman-secret.ts',
  '/w/dragoman-locks/dragoman-transactions/code.ts',
  '/w/.dragoman/locks/x',
  '/w/.gitattributes',
  '/w/.github/workflows/ci.yml',
  '/w/git/config',
  '/w/src/id_card.ts',
  '/w/deploy/id_rsa.pub',
  '/w/deploy/id_ed25519.pub',
  '/w/deploy/ID_ED25519_SK.PUB',
  '/w/src/id_rsa.ts',
  '/w/src/valid_rsa',
  '/w/src/pfx.ts',
  '/w/src/p12',
  '/w/certs/server.pem',
  '/w/certs/server.key',
  '/w/certs/server.crt',
  '/w/.aws/config',
  '/w/.docker/Dockerfile',
  '/w/src/Cookies',
  '/w/src/Login Data',
  '/w/.config/google-chrome/Default/Preferences',
  '/w/.mozilla/firefox/profiles.ini',
  '/w/gradle.properties',
  '/w/.gradle/caches/x',
  '/w/my.cnf',
  '/w/keys.txt',
  '/w/.config/glab-cli/aliases.yml',
  '/w/.circleci/config.yml',
  '/w/.config/stripe/readme.md',
  '/w/helm/values.yaml',
  '/w/devices/proc',
  '/w/dev/sys',
  '/w/etc/shadow',
  '/etc/passwd',
];

describe('the built-in deny list', () => {
  it.each(UNREADABLE)('lets nobody read or write %s', (path) => {
    expect([scope.judge(path, 'read'), scope.judge(path, 'write')]).toEqual(['denied', 'denied']);
  });

  it.each(UNWRITABLE)('lets everybody read and nobody write %s', (path) => {
    expect([scope.judge(path, 'read'), scope.judge(path, 'write')]).toEqual(['allowed', 'denied']);
  });

  it.each(FREE)('does not concern %s', (path) => {
    expect([scope.judge(path, 'read'), scope.judge(path, 'write')]).toEqual(['allowed', 'allowed']);
  });

  it('can be dropped', () => {
    const open = createScope({ roots: ['/'], builtinDeny: false });
    const verdicts = [...UNREADABLE, ...UNWRITABLE].map((path) => open.judge(path, 'write'));
    expect(new Set(verdicts)).toEqual(new Set(['allowed']));
  });
});
