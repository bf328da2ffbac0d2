/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface CleaningOptions {
  /** Names of variables that are kept even if others are dropped. */
  readonly keep?: readonly string[];
  /** Drops all variables that a fresh login does not set. */
  readonly onlyLogin?: boolean;
  /** Drops all variables that lead to other programs: agents, buses, displays, containers, editors. */
  readonly withoutPointers?: boolean;
  /** Names differ in case only, and come out in upper case. Default: on Windows. */
  readonly foldsCase?: boolean;
}

const SECRET_NAME = /(?:^|_)(?:TOKEN|KEY|SECRET)$|PASSWORD$/i;

// Programs that start others, or act for their user, are reached by these.
const POINTER_NAMES = [
  /SOCK(?:ET)?(?:_(?:PATH|DIR|NAME|FD))?$/,
  /_(?:ASKPASS|IPC_HOOK|IPC_HOOK_CLI|LISTEN_ON|LISTEN_ADDRESS|BUS_ADDRESS|AGENT_INFO|AGENT_PID|RUNTIME_DIR)$/,
  /^(?:DBUS|WAYLAND|PULSE|PIPEWIRE|JACK|DOCKER|PODMAN|CONTAINER|CONTAINERD|BUILDKIT|BUILDAH|KUBE|KUBERNETES|LIBVIRT|LXD|LXC|INCUS|NERDCTL|MINIKUBE)_/,
  /^(?:VSCODE|CURSOR|WINDSURF|JETBRAINS|NVIM|VIM|EMACS|TMUX|ZELLIJ|KITTY|WEZTERM|ALACRITTY|ITERM|HYPRLAND|LISTEN|GNOME_KEYRING|SSH|GPG|XDG_SESSION|XDG_SEAT)_/,
  /^(?:DISPLAY|XAUTHORITY|ICEAUTHORITY|SESSION_MANAGER|KUBECONFIG|TMUX|STY|NVIM|ZELLIJ|WINDOWID|JOURNAL_STREAM|INVOCATION_ID)$/,
];
const POINTER_VALUE = /(?:^|[^\w])unix(?::|-abstract:)|\.sock(?:et)?(?:$|[^\w])/i;

const LOGIN_NAME = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR)$/;

// What Windows and its programs expect to find.
const LOGIN_NAME_OF_WINDOWS =
  /^(?:USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAM(?:FILES|W6432|DATA)|PROGRAMFILES\(X86\)|SYSTEMDRIVE|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|TEMP|TMP|OS|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/;

/** The variables that a command may see: all except those whose names mark them as secret. */
export function cleanEnvironment(environment: Environment, options: CleaningOptions = {}): Record<string, string> {
  const { keep = [], onlyLogin = false, withoutPointers = false, foldsCase = process.platform === 'win32' } = options;
  const isOfLogin = (name: string): boolean => LOGIN_NAME.test(name) || (foldsCase && LOGIN_NAME_OF_WINDOWS.test(name));
  const folded = (name: string): string => (foldsCase ? name.toUpperCase() : name);
  const kept = keep.map(folded);
  const isShown = (name: string): boolean => !SECRET_NAME.test(name) && (!onlyLogin || isOfLogin(name));
  const shown: Record<string, string> = {};
  for (const [given, value] of Object.entries(environment)) {
    const name = folded(given);
    if (value === undefined) continue;
    const isDropped = !isShown(name) || (withoutPointers && isPointer(name, value));
    if (kept.includes(name) || !isDropped) shown[name] = value;
  }
  return shown;
}

// Nobody sits at a command: an editor must fail at once, and a pager print.
const UNATTENDED: Readonly<Record<string, string>> = {
  EDITOR: 'false',
  VISUAL: 'false',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
};

/** The same variables with editors and pagers that wait for nobody, except those whose names are given. */
export function unattended(environment: Record<string, string>, keep: readonly string[]): Record<string, string> {
  const set = Object.entries(UNATTENDED).filter(([name]) => !keep.includes(name) || !(name in environment));
  return { ...environment, ...Object.fromEntries(set) };
}

function isPointer(name: string, value: string): boolean {
  return POINTER_NAMES.some((pattern) => pattern.test(name)) || POINTER_VALUE.test(value);
}

/** The absolute paths in the values of variables that lead to another program. */
export function pointedPaths(environment: Environment): string[] {
  const values = Object.entries(environment).filter(([name, value = '']) => isPointer(name, value));
  return values
    .flatMap(([, value = '']) => value.match(/\/[^\s:;,=]+/g) ?? [])
    .map((path) => path.replace(/^\/+/, '/'));
}
