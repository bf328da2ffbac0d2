/** Something that ripgrep could not search. */
export interface Unsearched {
  /** As ripgrep names it. */
  readonly path: string;
  /** The pattern took too many steps there; else the system would not let it be read, or it was gone. */
  readonly backtracks: boolean;
}

export interface MessageReader {
  push(chunk: Buffer): void;
  /** Something that ripgrep found did not fit where its output goes. */
  readonly lacksRoom: boolean;
  /** Everything else that ripgrep said, which is why it gave up: the first 16 KB of it. */
  end(): string;
}

const MAX_TEXT = 16 * 1024;
const BACKTRACKS = 'PCRE2: error matching: match limit exceeded';
// It names the file whose lines it could not write. ENOSPC and EDQUOT are 28 and 122 on Linux, 28 and 69 on macOS.
const NO_ROOM = /^rg: [./].*: [^:]+ \(os error (?:28|69|122)\)$/;
const UNSEARCHED = new RegExp(`^rg: ([./].*): (?:[^:]+ \\(os error \\d+\\)|(${BACKTRACKS}))$`);

/**
 * Reads what ripgrep says on stderr. Once it speaks of files it has begun, and fails no more: what follows may be part
 * of a name that holds a newline, and is taken for nothing else.
 */
export function createMessageReader(onUnsearched: (unsearched: Unsearched) => void): MessageReader {
  let text = '';
  let pending = '';
  let hasBegun = false;
  let lacksRoom = false;

  const take = (line: string): void => {
    if (NO_ROOM.test(line)) {
      lacksRoom = true;
      return;
    }
    const [, path, backtracks] = UNSEARCHED.exec(line) ?? [];
    hasBegun ||= /^rg: [./]/.test(line);
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
