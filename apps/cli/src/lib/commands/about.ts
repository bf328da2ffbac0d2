/** Description of a command for help, manual and completion. */
interface About {
  /** Text after the command's name in its usage. */
  readonly operands: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly [string, string];
}

/** The program's own commands, in the order in which help lists them. */
export const ABOUT = {
  tools: {
    operands: '',
    summary: 'List the tools with their parameters',
    description: 'Lists the tools that the options offer. With --json it prints exactly what tools/list answers.',
    examples: ['dragoman tools', 'dragoman --dialect claude-code tools --json'],
  },
  call: {
    operands: "<tool> ['<json>']",
    summary: 'Call a tool with its arguments in JSON',
    description:
      'Calls a tool with its arguments in JSON, as a client would; - or nothing takes them from stdin, @file from a file.',
    examples: [
      `dragoman call view '{"path": "src/index.ts", "view_range": [1, 40]}'`,
      `printf '{"pattern": "oldName"}' | dragoman call grep --json`,
    ],
  },
  mcp: {
    operands: '[directory...]',
    summary: 'Start the MCP server over stdin and stdout',
    description: 'Starts the MCP server over stdin and stdout, as dragoman-mcp does and with the same options.',
    examples: ['dragoman mcp --dialect claude-code .', 'dragoman mcp --read-only src docs'],
  },
  log: {
    operands: '[path...] [flags]',
    summary: 'List what tool calls changed, the newest first',
    description:
      'Lists the operations of the journal, the newest first: what each tool call changed in the allowed directories, or at the given paths. --session last lists those of the session that changed something last; --limit is 20 unless you say more.',
    examples: ['dragoman log --session last', 'dragoman log src --limit 100 --json'],
  },
  diff: {
    operands: '[id | path...] [flags]',
    summary: 'Show what tool calls changed, as git diff does',
    description:
      'Shows what an operation of the journal changed, by default the newest, in the format of git diff: git apply makes the same changes, and git apply -R takes them back. With paths or --session id, or last, it shows all operations that log lists for these and that are not undone, the oldest first. Text is shown decoded; of what is no text, it says that it differs.',
    examples: ['dragoman diff --session last src', 'dragoman diff 3f9c | git apply -R --check'],
  },
  undo: {
    operands: '[id...] [flags]',
    summary: 'Take back what tool calls changed',
    description:
      'Takes operations back, the newest first, each whole. Without an id it takes the newest; --session id, or last, takes all of a session. It stops at an operation of which somebody has changed a file since, so nothing is lost, and says how many are undone. The first 4 digits of an id will do.',
    examples: ['dragoman undo', 'dragoman undo --session last --dry-run'],
  },
  redo: {
    operands: '[id...] [flags]',
    summary: 'Make again what was taken back',
    description:
      'Makes operations again that were undone, the oldest first, each whole. Without an id it takes the one that was undone last; --session id, or last, takes all of a session. It stops where undo would.',
    examples: ['dragoman redo', 'dragoman redo --session last'],
  },
  overlay: {
    operands: '<action> [path...]',
    summary: 'See, commit or discard what sessions with --overlay have changed',
    description:
      'diff prints the changes as git diff does; commit makes them in the trees, each only where the file there is as it was; discard forgets them. Paths choose what lies at or below them. Options that name trees are those of the session. Exit status 1 if something stands in the way.',
    examples: ['dragoman overlay diff', 'dragoman overlay commit src'],
  },
  index: {
    operands: '<action> [path]',
    summary: 'Build, examine or remove the indexes that spare searches of large trees files',
    description:
      'build reads a tree and keeps which words are in which file, so that grep reads only the files that may match and those that have changed since; its results are the same. status tells how much of the tree the index still covers; clear removes the index of a path, or without one all of them. Without a path, build and status take the allowed directories; servers use an index only if they have the same --allow-dir and --deny. Exit status 1 if a tree has no index.',
    examples: ['dragoman index build', 'dragoman index status ~/large --json'],
  },
  doctor: {
    operands: '',
    summary: 'Tell what works here, and what is weaker than elsewhere',
    description:
      'Tries Node.js, ripgrep, the sandbox for commands and /proc, and tells what follows where one of them is missing. Exit status 1 where a tool cannot work.',
    examples: ['dragoman doctor', 'dragoman doctor --json'],
  },
  completion: {
    operands: '<bash|zsh|fish>',
    summary: 'Print the script that completes commands, flags and values in a shell',
    description:
      'Prints the script that lets a shell complete commands, flags and values. Load it where the shell starts, such as in ~/.bashrc.',
    examples: ['eval "$(dragoman completion bash)"', 'dragoman completion fish | source'],
  },
  man: {
    operands: '',
    summary: 'Print the manual',
    description: 'Prints the manual, with every tool of every dialect, as man(1) reads it.',
    examples: ['dragoman man > dragoman.1', 'dragoman man | man -l -'],
  },
  help: {
    operands: '[command]',
    summary: 'Show the page of a command or a tool',
    description: 'Shows the page of a command or a tool; of the program itself where none is named.',
    examples: ['dragoman help', 'dragoman help view'],
  },
} satisfies Readonly<Record<string, About>>;

export type CommandName = keyof typeof ABOUT;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(ABOUT, name);
}

export const COMMAND_NAMES: readonly CommandName[] = Object.keys(ABOUT).filter(isCommandName);
