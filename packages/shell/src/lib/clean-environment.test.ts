import { describe, expect, it } from 'vitest';
import { cleanEnvironment, pointedPaths, unattended } from './clean-environment.ts';

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

  const pointers = {
    SSH_AUTH_SOCK: '/home/me/.1password/agent.sock',
    SSH_AGENT_PID: '12',
    SSH_CONNECTION: '::1 1 ::1 22',
    GPG_AGENT_INFO: '/home/me/.gnupg/S.gpg-agent:0:1',
    DOCKER_HOST: 'tcp://localhost:2375',
    DOCKER_CONFIG: '/home/me/.docker',
    CONTAINER_HOST: 'unix:///run/user/1000/podman/podman.sock',
    CONTAINERD_ADDRESS: '/var/lib/containerd.sock',
    PODMAN_SYSTEMD_UNIT: 'x',
    BUILDKIT_HOST: 'x',
    KUBECONFIG: '/home/me/.kube/other',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    AT_SPI_BUS_ADDRESS: 'unix:path=/run/user/1000/at-spi/bus',
    XDG_RUNTIME_DIR: '/run/user/1000',
    XDG_SESSION_ID: '2',
    WAYLAND_DISPLAY: 'wayland-0',
    DISPLAY: ':0',
    XAUTHORITY: '/home/me/.Xauthority',
    SESSION_MANAGER: 'local/host:@/tmp/.ICE-unix/1',
    PULSE_SERVER: '/run/pulse',
    PIPEWIRE_REMOTE: 'pipewire-0',
    SWAYSOCK: '/run/user/1000/sway',
    I3SOCK: '/x',
    HYPRLAND_INSTANCE_SIGNATURE: 'x',
    NVIM: '/run/user/1000/nvim.1.0',
    NVIM_LISTEN_ADDRESS: '/x',
    TMUX: '/tmp/tmux-1000/default,1,0',
    TMUX_PANE: '%0',
    STY: '1.pts-0',
    VSCODE_IPC_HOOK: '/x',
    VSCODE_IPC_HOOK_CLI: '/x',
    VSCODE_GIT_ASKPASS_NODE: '/x',
    GIT_ASKPASS: '/x',
    SSH_ASKPASS: '/x',
    SUDO_ASKPASS: '/x',
    KITTY_LISTEN_ON: 'unix:@mykitty',
    WEZTERM_UNIX_SOCKET: '/x',
    NOTIFY_SOCKET: '/x',
    LISTEN_FDS: '1',
    MY_TOOL_SOCKET: '/x',
    ANYTHING: 'http+unix:///x/y',
    ELSE: '/home/me/.tool/control.sock',
  };

  it.each(Object.entries(pointers))('drops %s where nothing shall lead to another program', (name, value) => {
    expect(cleanEnvironment({ [name]: value })).toEqual({ [name]: value });
    expect(cleanEnvironment({ [name]: value }, { withoutPointers: true })).toEqual({});
    expect(cleanEnvironment({ [name]: value }, { withoutPointers: true, keep: [name] })).toEqual({ [name]: value });
  });

  it('keeps all others there', () => {
    const plain = {
      PATH: '/usr/bin',
      HOME: '/home/me',
      TERM: 'xterm',
      SHELL: '/bin/bash',
      EDITOR: 'vim',
      XDG_CONFIG_HOME: '/home/me/.config',
      SOCKS_VERSION: '5',
      JAVA_HOME: '/usr/lib/jvm',
      VIRTUAL_ENV: '/w/.venv',
      UNIX: 'yes',
      npm_config_cache: '/c',
      GIT_AUTHOR_NAME: 'me',
    };
    expect(cleanEnvironment(plain, { withoutPointers: true })).toEqual(plain);
  });

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

describe('unattended', () => {
  it('sets editors that fail and pagers that print, but not over a variable that is kept', () => {
    const given = { EDITOR: 'vim', PAGER: 'less', PATH: '/bin' };
    const shown = unattended(given, ['EDITOR', 'VISUAL']);
    expect(shown).toMatchObject({ EDITOR: 'vim', VISUAL: 'false', GIT_EDITOR: 'false', PAGER: 'cat', PATH: '/bin' });
  });
});

describe('pointedPaths', () => {
  it('are the paths in variables that lead to another program', () => {
    const environment = {
      SSH_AUTH_SOCK: '/a/agent',
      DOCKER_HOST: 'unix:///b/docker.sock',
      TMUX: '/c/d,1,0',
      PATH: '/e',
    };
    expect(pointedPaths(environment)).toEqual(['/a/agent', '/b/docker.sock', '/c/d']);
  });
});
