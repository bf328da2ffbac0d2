import { isatty } from 'node:tty';
import type { StandardStream } from '@dragoman/tools/stdio';
import type { ColourWish } from '../colour-wish.ts';

/** A protocol by which a terminal shows images among text. */
export type ImageProtocol = 'iterm2' | 'kitty';

/** What the person who reads a stream can be shown. */
export interface Terminal {
  readonly showsColours: boolean;
  readonly images: ImageProtocol | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The terminal at the end of a stream; null if there is none, unless the user always wants colours. */
export function terminalAt(
  { fd, mayBeTerminal }: StandardStream,
  environment: Environment,
  wish: ColourWish,
): Terminal | null {
  const isTerminal = mayBeTerminal && isatty(fd);
  const showsColours = wish === 'always' || (wish === 'auto' && isTerminal && environment.TERM !== 'dumb');
  if (!isTerminal && !showsColours) return null;
  return { showsColours, images: isTerminal && showsColours ? imageProtocolOf(environment) : null };
}

/** Judged by names: to ask a terminal, one would have to read, and might swallow what the user types meanwhile. */
function imageProtocolOf({
  TERM = '',
  TERM_PROGRAM = '',
  LC_TERMINAL,
  KITTY_WINDOW_ID,
  TMUX,
}: Environment): ImageProtocol | null {
  // A multiplexer would have to pass images on, and by default does not.
  if (TMUX || /^(?:screen|tmux)/.test(TERM)) return null;
  if (KITTY_WINDOW_ID || /^xterm-(?:kitty|ghostty)/.test(TERM)) return 'kitty';
  return /^(?:iTerm\.app|WezTerm|mintty)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2' ? 'iterm2' : null;
}
