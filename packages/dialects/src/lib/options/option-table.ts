import { dialectNames } from '../registry.ts';

/** One option as help pages show it. */
export interface Option {
  readonly name: string;
  /** Name of its value in help; null for a switch. */
  readonly value: string | null;
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  readonly fallback: string;
  readonly description: string;
}

/** All options of both apps, in the order of their help pages. */
export const OPTIONS: readonly Option[] = [
  {
    name: 'dialect',
    value: 'name',
    choices: ['auto', ...dialectNames()],
    fallback: 'auto',
    description: 'The tool set to speak; auto picks it from the client',
  },
  {
    name: 'allow-dir',
    value: 'dir',
    repeatable: true,
    fallback: '',
    description: 'A tree that file tools may touch (default: the working directory)',
  },
  {
    name: 'deny',
    value: 'glob',
    repeatable: true,
    fallback: '',
    description: 'What no tool may read, write, list or search; always beats --allow-dir',
  },
  { name: 'no-builtin-deny', value: null, fallback: 'false', description: 'Drop the built-in deny list' },
  {
    name: 'workdir',
    value: 'dir',
    fallback: '',
    description: 'Where relative paths start (default: the current directory, if that is allowed)',
  },
  {
    name: 'roots',
    value: 'mode',
    choices: ['auto', 'intersect'],
    fallback: 'auto',
    description: 'Whether roots of the client narrow the directories that you name (intersect), or leave them (auto)',
  },
  { name: 'read-only', value: null, fallback: 'false', description: 'List no tool that can change a file' },
  { name: 'dry-run', value: null, fallback: 'false', description: 'Report what a write would do and change nothing' },
  { name: 'no-fsync', value: null, fallback: 'false', description: 'Report a write before the disk has it: faster' },
  {
    name: 'max-file-size',
    value: 'size',
    fallback: '10MB',
    description: 'The largest file to read or content to write',
  },
  {
    name: 'max-replacement-size',
    value: 'size',
    fallback: '256KB',
    description: 'The largest replacement of one write_code call',
  },
  {
    name: 'max-response-size',
    value: 'size',
    fallback: '',
    description: 'The largest text of one result (default: what the client shows; else 1MB, 100KB in claude-code)',
  },
  {
    name: 'max-message-size',
    value: 'size',
    fallback: '32MB',
    description: 'The largest message read from the client',
  },
  { name: 'max-results', value: 'n', fallback: '1000', description: 'The most paths that a glob returns' },
  { name: 'hidden', value: null, fallback: 'false', description: 'Let Glob of claude-code list hidden files too' },
  {
    name: 'require-read',
    value: 'mode',
    choices: ['auto', 'always', 'never'],
    fallback: 'auto',
    description: 'Whether a file must be read before it is overwritten or edited',
  },
  {
    name: 'shell',
    value: 'mode',
    choices: ['off', 'unrestricted', 'sandboxed'],
    fallback: 'off',
    description: 'Whether commands can be run, and how far they reach',
  },
  {
    name: 'shell-timeout',
    value: 'ms',
    fallback: '120000',
    description: 'Default time limit of a command, 600000 at most',
  },
  {
    name: 'shell-env',
    value: 'name',
    repeatable: true,
    fallback: '',
    description: 'A variable that commands see though its name says it is secret (such as NPM_TOKEN)',
  },
  {
    name: 'shell-clean-env',
    value: null,
    fallback: 'false',
    description: 'Show commands what a login has set (PATH, HOME, LANG ...) and --shell-env, nothing else',
  },
  {
    name: 'log-level',
    value: 'level',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'warn',
    description: 'What is logged to stderr',
  },
];
