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
  '/etc/wireguard',
  '/etc/NetworkManager/system-connections',
  '/etc/ppp/chap-secrets',
  '/etc/ppp/pap-secrets',
  '/etc/kubernetes/admin.conf',
  '/etc/rancher/k3s/k3s.yaml',
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
  '**/.local/share/kwalletd',
  '**/Library/Keychains',
  '**/sops/age/keys.txt',
  '**/.config/op',
  '**/Bitwarden*CLI/data.json',
  '**/.bitcoin/wallet.dat',
  '**/.electrum/wallets',
  '**/.ethereum/keystore',
  '**/.config/solana/id.json',
];

const CLOUDS = [
  '**/.aws/credentials',
  '**/.aws/cli/cache',
  '**/.aws/sso/cache',
  '**/.aws/login/cache',
  '**/.azure/accessTokens.json',
  '**/.azure/msal_token_cache.*',
  '**/.azure/service_principal_entries.*',
  '**/.config/gcloud',
  '**/.config/configstore/firebase-tools.json',
  '**/.config/doctl/config.yaml',
  '**/.config/hcloud/cli.toml',
  '**/.config/linode-cli',
  '**/.config/scw/config.yaml',
  '**/.config/netlify/config.json',
  '**/.config/stripe/config.toml',
  '**/.config/containers/auth.json',
  '**/.wrangler/config/default.toml',
  '**/com.vercel.cli/auth.json',
  '**/.aliyun/config.json',
  '**/.bluemix/config.json',
  '**/.databrickscfg',
  '**/.docker/config.json',
  '**/.dockercfg',
  '**/.fly/config.yml',
  '**/.kube/config',
  '**/.config/argocd/config',
  '**/helm/registry/config.json',
  '**/.mc/config.json',
  '**/.pulumi/credentials.json',
  '**/.railway/config.json',
  '**/.snowflake/config.toml',
  '**/.snowflake/connections.toml',
  '**/.snowsql/config',
  '**/.supabase/access-token',
  '**/.talos/config',
  '**/.oci/*.pem',
  '**/.terraform.d/credentials.tfrc.json',
  '**/.vault-token',
  '**/.boto',
  '**/.passwd-s3fs',
  '**/.s3cfg',
];

const ACCOUNTS = [
  '**/.netrc',
  '**/_netrc',
  '**/.authinfo',
  '**/.fetchmailrc',
  '**/.msmtprc',
  '**/.smbcredentials',
  '**/.vault_pass',
  '**/.vault_pass.txt',
  '**/filezilla/recentservers.xml',
  '**/filezilla/sitemanager.xml',
  '**/.git-credentials',
  '**/.config/git/credentials',
  '**/.config/gh/hosts.yml',
  '**/.config/glab-cli/config.yml',
  '**/.config/hub',
  '**/.config/tea/config.yml',
  '**/.circleci/cli.yml',
  '**/.subversion/auth',
  '**/.config/rclone/rclone.conf',
  '**/.pypirc',
  '**/.cargo/credentials',
  '**/.cargo/credentials.toml',
  '**/.gem/credentials',
  '**/.local/share/gem/credentials',
  '**/.local/share/uv/credentials',
  '**/pypoetry/auth.toml',
  '**/.hex/hex.config',
  '**/.gradle/gradle.properties',
  '**/.ivy2/.credentials',
  '**/.sbt/.credentials',
  '**/.composer/auth.json',
  '**/.config/composer/auth.json',
  '**/.m2/settings.xml',
  '**/.m2/settings-security.xml',
  '**/.pgpass',
  '**/.pg_service.conf',
  '**/.my.cnf',
  '**/.mylogin.cnf',
  '**/.dbt/profiles.yml',
  '**/.claude/.credentials.json',
  '**/.codex/auth.json',
  '**/.config/github-copilot/apps.json',
  '**/.config/github-copilot/hosts.json',
  '**/.config/goose/secrets.yaml',
  '**/.gemini/oauth_creds.json',
  '**/.qwen/oauth_creds.json',
  '**/.local/share/opencode/auth.json',
  '**/.cache/huggingface/stored_tokens',
  '**/.cache/huggingface/token',
  '**/.kaggle/kaggle.json',
];

const MOZILLA = ['.mozilla/firefox', 'Firefox/Profiles', '.thunderbird', 'Thunderbird/Profiles'].flatMap((profiles) =>
  ['cookies.sqlite*', 'key4.db*', 'logins*.json'].map((name) => `**/${profiles}/*/${name}`),
);

// A star stands for the space in many of these names: with it they would not be plain globs.
const CHROMIUM = [
  ...['chromium', 'google-chrome', 'google-chrome-beta', 'google-chrome-unstable'].map((name) => `.config/${name}`),
  ...['BraveSoftware/Brave-Browser', 'microsoft-edge', 'opera', 'vivaldi'].map((name) => `.config/${name}`),
  ...['Google/Chrome', 'Chromium', 'BraveSoftware/Brave-Browser', 'Microsoft*Edge', 'Vivaldi'].map(
    (name) => `Library/Application*Support/${name}`,
  ),
  ...['Google/Chrome', 'Chromium', 'BraveSoftware/Brave-Browser', 'Microsoft/Edge', 'Vivaldi'].map(
    (name) => `AppData/Local/${name}/User*Data`,
  ),
].flatMap((profiles) => ['Login*Data*', 'Cookies*', 'Network/Cookies*'].map((name) => `**/${profiles}/*/${name}`));

/**
 * Kernel interfaces and devices, private keys and credential stores: neither read nor written. Stars are the only glob
 * syntax in these lists, so that a start need not load the glob parser.
 */
export const DENIED: readonly string[] = [
  ...KERNEL,
  ...SYSTEM,
  ...KEYS,
  ...CLOUDS,
  ...ACCOUNTS,
  ...MOZILLA,
  ...CHROMIUM,
];

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
