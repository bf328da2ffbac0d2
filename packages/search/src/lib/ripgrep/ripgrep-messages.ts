/** Something that ripgrep could not search. */
export interface UnsearchedPath {
  /** Path in ripgrep's spelling. */
  readonly path: string;
  /** PCRE2 gave up there, since the pattern takes too many steps; false for what is unreadable or gone. */
  readonly backtracks: boolean;
}

export interface MessageReader {
  push(chunk: Buffer): void;
  /** True if some of ripgrep's output could not be written for lack of space. */
  readonly lacksRoom: boolean;
  /** The first 16 KB of all other messages, which say why ripgrep gave up. */
  end(): string;
}

const MAX_TEXT = 16 * 1024;
const BACKTRACKS = 'PCRE2: error matching: match limit exceeded';
// ripgrep names the file whose lines it could not write. ENOSPC and EDQUOT are 28 and 122 on Linux, 28 and 69 on macOS.
const NO_ROOM = /^rg: [./].*: [^:]+ \(os error (?:28|69|122)\)$/;
// A path, or how ripgrep names its standard input.
const UNSEARCHED = new RegExp(`^rg: ([./].*|<stdin>): (?:[^:]+ \\(os error \\d+\\)|(${BACKTRACKS}))$`);

// With `--debug`, as `createLineReader` and `createCountReader` are told nothing of such files.
const BINARY = /: ignoring (.*): found binary data at offset \d+$/;

/**
 * Parses ripgrep's stderr. Once a message names a file, the search has begun and ripgrep does not give up any more: a
 * later line of another form can only be the rest of a file name that contains a newline, and is dropped.
 */
export function createMessageReader(
  onUnsearched: (unsearched: UnsearchedPath) => void,
  onBinary: (path: string) => void = () => undefined,
): MessageReader {
  let text = '';
  let pending = '';
  let hasBegun = false;
  let lacksRoom = false;
  let isDebug = false;

  const take = (line: string): void => {
    // Such a message may go on for several lines: it quotes the fault of a pattern that another engine takes.
    isDebug = line.startsWith('rg: DEBUG|') || (isDebug && !line.startsWith('rg: '));
    if (isDebug) {
      const binary = BINARY.exec(line)?.[1];
      if (binary !== undefined) onBinary(binary);
      return;
    }
    if (NO_ROOM.test(line)) {
      lacksRoom = true;
      return;
    }
    const [, path, backtracks] = UNSEARCHED.exec(line) ?? [];
    hasBegun ||= /^rg: (?:[./]|<stdin>)/.test(line);
    if (path !== undefined) onUnsearched({ path, backtracks: backtracks !== undefined });
    else if (!hasBegun && text.length < MAX_TEXT) text += `${line}\n`;
  };

  return {
    get lacksRoom() {
      return lacksRoom;
    },
    push(chunk) {
      const lines = (pending + chunk.toString()).split('\n');
      pending = (lines.pop() ?? '').slice(-MAX_TEXT);
      for (const line of lines) take(line);
    },
    end() {
      if (pending !== '') take(pending);
      pending = '';
      return text.slice(0, MAX_TEXT);
    },
  };
}
