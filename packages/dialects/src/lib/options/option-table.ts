import { type LimitName, type Limits, mapLimits } from '@dragoman/tools/internal/session';
import { dialectNames } from '../registry.ts';
import {
  choice,
  count,
  DIRECTORIES,
  DIRECTORY,
  GLOBS,
  type Kind,
  NAMED_DIRECTORY,
  NAMES,
  OPTIONAL_PIXELS,
  OPTIONAL_REGION,
  OPTIONAL_SIZE,
  OPTIONAL_URL,
  SWITCH,
  SWITCH_OFF,
  size,
  VOLUMES,
  wordOrDirectory,
} from './option-kinds.ts';
import { type Raw, sizeText } from './option-values.ts';

/** One option of both apps. */
export interface Option<Value = unknown> extends Kind<Value> {
  /** Name of its flag; `max-file-size` is also the variable `DRAGOMAN_MAX_FILE_SIZE`. */
  readonly name: string;
  readonly description: string;
}

const { maxResults, ...limits } = limitOptions({
  maxReplacementSize: 'The largest replacement of one write_code call',
  maxResponseSize:
    'The largest text of one result (default: what the client shows; else 1MB, 100KB in claude and claude-code)',
  maxImageSize: 'The largest side of an image; a larger one is scaled (default: 8000, 2000 in claude and gemini-cli)',
});

/** All options, by the field of `Options` that holds what was read, in the order of the help pages. */
export const TABLE = {
  dialect: option(
    'dialect',
    choice('name', 'auto', ['auto', ...dialectNames()]),
    'The tool set to speak; auto picks it from the client',
  ),
  structured: option(
    'structured',
    choice('mode', 'auto', ['auto', 'on', 'off']),
    'Typed results beside the text, for scripts of Codex and pi (auto), of all clients, or of none',
  ),
  resources: option(
    'resources',
    choice('mode', 'on', ['on', 'off']),
    'Whether clients can list, read and complete files as resources of the protocol',
  ),
  allow: option('allow-dir', DIRECTORIES, 'A tree that file tools may touch (default: the working directory)'),
  deny: option('deny', GLOBS, 'What no tool may read, write, list or search; always beats --allow-dir'),
  builtinDeny: option('no-builtin-deny', SWITCH_OFF, 'Drop the built-in deny list'),
  volumes: option('volume', VOLUMES, 'An S3 store that file tools see as a tree at this path, beside --allow-dir'),
  s3Endpoint: option('s3-endpoint', OPTIONAL_URL, 'Where the stores of --volume are, if not at Amazon'),
  s3Region: option('s3-region', OPTIONAL_REGION, 'The region of the stores (default: as AWS_REGION or a profile says)'),
  s3PathStyle: option('s3-path-style', SWITCH, "Put the bucket into the path of a URL and not into the host's name"),
  cacheDir: option('cache-dir', DIRECTORY, "Where copies of a store's files lie (default: in the user's cache)"),
  cacheSize: option('cache-size', size('1GB'), 'How much the copies of each store may take'),
  maxObjects: option('max-objects', count('count', '100000'), 'The most objects that one look at a store lists'),
  workdir: option(
    'workdir',
    NAMED_DIRECTORY,
    'Where relative paths start (default: the current directory, if that is allowed)',
  ),
  roots: option(
    'roots',
    choice('mode', 'auto', ['auto', 'intersect']),
    'Whether roots of the client narrow the directories that you name (intersect), or leave them (auto)',
  ),
  readOnly: option('read-only', SWITCH, 'List no tool that can change a file'),
  dryRun: option('dry-run', SWITCH, 'Report what a write would do and change nothing'),
  fsync: option('no-fsync', SWITCH_OFF, 'Report a write before the disk has it: faster'),
  locks: option(
    'locks',
    choice('mode', 'auto', ['auto', 'user', 'shared']),
    'Which writers of a file are kept apart: of this user, of every machine that shares it, or as its file system demands',
  ),
  overlay: option(
    'overlay',
    SWITCH,
    'Keep what is changed apart from the trees, until it is committed or discarded by dragoman overlay',
  ),
  ...limits,
  /** Bytes, as of all sizes. */
  maxMessageSize: option('max-message-size', size('32MB'), 'The largest message read from the client'),
  maxResults,
  memoryDir: option('memory-dir', DIRECTORY, 'The directory that tool memory of text_editor keeps its notes in'),
  journal: option('journal', SWITCH, 'Record what every tool call changes, so that dragoman undo can take it back'),
  journalDir: option(
    'journal-dir',
    DIRECTORY,
    'Where the journal lies (default: dragoman/journal in $XDG_STATE_HOME, else in ~/.local/state; on Windows in %LOCALAPPDATA%)',
  ),
  journalSize: option('journal-size', size('500MB'), 'Contents that the journal keeps; the oldest operations go first'),
  journalAge: option('journal-age', count('days', '30'), 'How long the journal keeps an operation'),
  hidden: option('hidden', SWITCH, 'Let Glob of claude-code list hidden files too'),
  requireRead: option(
    'require-read',
    choice('mode', 'auto', ['auto', 'always', 'never']),
    'Whether a file must be read before it is overwritten or edited',
  ),
  index: option(
    'index',
    wordOrDirectory('auto', ['auto', 'off']),
    "Whether an index of a large tree is built and spares searches files, or where indexes lie (auto: in the user's cache)",
  ),
  shell: option(
    'shell',
    choice('mode', 'off', ['off', 'unrestricted', 'sandboxed']),
    'Whether commands can be run, and how far they reach',
  ),
  git: option(
    'git',
    choice('access', 'read', ['read', 'write']),
    'Whether sandboxed commands may also write objects, refs and the index of git, never hooks or settings',
  ),
  shellTimeoutMs: option(
    'shell-timeout',
    count('ms', '120000', 600_000),
    'Default time limit of a command, 600000 at most',
  ),
  shellEnv: option(
    'shell-env',
    NAMES,
    'A variable that commands see though its name says it is secret (such as NPM_TOKEN)',
  ),
  shellCleanEnv: option(
    'shell-clean-env',
    SWITCH,
    'Show commands what a login has set (PATH, HOME, LANG ...) and --shell-env, nothing else',
  ),
  logLevel: option(
    'log-level',
    choice('level', 'warn', ['debug', 'info', 'warn', 'error', 'silent']),
    'What is logged to stderr',
  ),
};

/** All options that the apps share, in the order of their help pages. */
export const OPTIONS: readonly Option[] = Object.values(TABLE);

/** The value that a text gives a shared option anywhere but on a command line. @throws ToolError `INVALID_ARGUMENT` */
export function choiceOf<Field extends 'dialect' | 'shell'>(
  field: Field,
  { spelled, text, currentDirectory }: Raw,
): ReturnType<(typeof TABLE)[Field]['read']>;
export function choiceOf(field: 'dialect' | 'shell', { spelled, text, currentDirectory }: Raw): unknown {
  return TABLE[field].read({ spelled, texts: [text], fallback: '', currentDirectory });
}

export function option<Value>(name: string, kind: Kind<Value>, description: string): Option<Value> {
  return { name, description, ...kind };
}

/** Makes an option of each limit of a session. @param helps in place of the limit's own, where dialects are named */
function limitOptions(helps: Readonly<Partial<Record<LimitName, string>>>) {
  const options = mapLimits((name, { flag, unit, fallback, help: neutral }): Option => {
    const help = helps[name] ?? neutral;
    if (fallback === null) return option(flag, unit === 'pixels' ? OPTIONAL_PIXELS : OPTIONAL_SIZE, help);
    const kind = unit === 'bytes' ? size(sizeText(fallback)) : count('n', String(fallback));
    return option(flag, kind, help);
  });
  // Only a limit whose fallback is null is read as null.
  return options as { readonly [Name in LimitName]: Option<Limits[Name]> };
}
