/** The file that holds what this user's processes sign with. */
export const SECRET_NAME = 'dragoman-secret';

/** Kernel interfaces and devices, private keys and credential stores: neither read nor written. */
export const DENIED: readonly string[] = [
  '/proc',
  '/sys',
  '/dev',
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh/ssh_host_*_key',
  '/etc/ssl/private',
  '**/.ssh/id_*',
  '**/.ssh/*_key',
  '**/.gnupg',
  '**/.aws/credentials',
  '**/.azure/accessTokens.json',
  '**/.azure/msal_token_cache.*',
  '**/.config/gcloud/*credentials*',
  '**/.config/gcloud/access_tokens.db',
  '**/.config/gh/hosts.yml',
  '**/.docker/config.json',
  '**/.kube/config',
  '**/.netrc',
  '**/_netrc',
  '**/.git-credentials',
  '**/.pypirc',
  '**/.pgpass',
  '**/.cargo/credentials',
  '**/.cargo/credentials.toml',
  `**/${SECRET_NAME}*`,
];

/** Denied unless it lies directly in an allowed directory, where it is a project's own configuration. */
export const DENIED_OUTSIDE_A_ROOT: readonly string[] = ['**/.npmrc'];

/** Readable, never written: a hook or a setting planted there would run. */
export const UNWRITABLE: readonly string[] = ['**/.git'];
