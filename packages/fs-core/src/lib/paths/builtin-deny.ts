import { CODE_CACHE_NAME } from './code-cache-directory.ts';

const KERNEL = ['/proc', '/sys', '/dev'];

const SYSTEM = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/master.passwd',
  '/etc/security/opasswd',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/krb5.keytab',
  '/etc/ssh/ssh_host_*_key',
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  '/etc/letsencrypt/accounts',
  '/etc/letsencrypt/archive',
  '/etc/letsencrypt/keys',
  '/etc/letsencrypt/live',
  '/run/secrets',
  '/var/run/secrets',
];

const KEYS = [
  '**/.ssh/id_*',
  '**/.ssh/identity',
  '**/.ssh/*_key',
  '**/.ssh/*.pem',
  '**/.ssh/*.ppk',
  '**/.gnupg',
  '**/.password-store',
  '**/.local/share/keyrings',
  '**/Library/Keychains',
];

const CLOUDS = [
  '**/.aws/credentials',
  '**/.aws/cli/cache',
  '**/.aws/sso/cache',
  '**/.azure/accessTokens.json',
  '**/.azure/msal_token_cache.*',
  '**/.azure/service_principal_entries.*',
  '**/.config/gcloud',
  '**/.config/doctl/config.yaml',
  '**/.config/containers/auth.json',
  '**/.docker/config.json',
  '**/.kube/config',
  '**/.oci/*.pem',
  '**/.terraform.d/credentials.tfrc.json',
  '**/.vault-token',
  '**/.boto',
  '**/.s3cfg',
];

const ACCOUNTS = [
  '**/.netrc',
  '**/_netrc',
  '**/.git-credentials',
  '**/.config/git/credentials',
  '**/.config/gh/hosts.yml',
  '**/.config/rclone/rclone.conf',
  '**/.pypirc',
  '**/.cargo/credentials',
  '**/.cargo/credentials.toml',
  '**/.gem/credentials',
  '**/.composer/auth.json',
  '**/.config/composer/auth.json',
  '**/.m2/settings.xml',
  '**/.m2/settings-security.xml',
  '**/.pgpass',
  '**/.mylogin.cnf',
  '**/.claude/.credentials.json',
  '**/.codex/auth.json',
  '**/.gemini/oauth_creds.json',
  '**/.cache/huggingface/token',
  '**/.mozilla/firefox/*/cookies.sqlite',
  '**/.mozilla/firefox/*/key4.db',
  '**/.mozilla/firefox/*/logins.json',
];

/**
 * Kernel interfaces and devices, private keys and credential stores: neither read nor written. Stars are the only glob
 * syntax in these lists, so that a start need not load the glob parser.
 */
export const DENIED: readonly string[] = [...KERNEL, ...SYSTEM, ...KEYS, ...CLOUDS, ...ACCOUNTS];

/**
 * Private keys and key stores anywhere, neither read nor written, in any letter case: what exports them writes `ME.PFX` as
 * well. Not `*.pem` and `*.key`, which are as often certificates, public keys and sources.
 */
export const KEY_FILES: readonly string[] = [
  '**/id_rsa',
  '**/id_dsa',
  '**/id_ecdsa',
  '**/id_ecdsa_sk',
  '**/id_ed25519',
  '**/id_ed25519_sk',
  '**/*.p12',
  '**/*.pfx',
  '**/*.jks',
  '**/*.kdbx',
];

/** Denied unless it lies directly in an allowed directory, where it is a project's own configuration. */
export const DENIED_OUTSIDE_A_ROOT: readonly string[] = ['**/.npmrc'];

/** Readable, never written: a hook, a key or a setting planted there would run something or let a stranger in. */
export const UNWRITABLE: readonly string[] = [
  '**/.git',
  // The short (8.3) name of `.git` on FAT and NTFS.
  '**/git~1',
  '**/*.git/config',
  '**/*.git/config.worktree',
  '**/*.git/hooks',
  '**/*.git/modules',
  '**/*.git/worktrees',
  '**/.hg/hgrc',
  '**/.ssh',
  `**/${CODE_CACHE_NAME}`,
];
