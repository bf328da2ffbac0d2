import type { StandardStream } from '@dragoman/fs-core/internal/host';
import type { CliContext } from '../cli-context.ts';
import type { GivenFlags } from '../flags.ts';

/** A protocol by which a terminal shows images among text. */
export type ImageProtocol = 'iterm2' | 'kitty';

/** Abilities of a stream that a person reads. */
export interface Terminal {
  readonly showsColours: boolean;
  /** The program that shows long texts page by page; null if none is to. */
  readonly pager: string | null;
  readonly images: ImageProtocol | null;
}

/** Values for when to colour: `auto` means at a terminal. */
export const COLOUR_WISHES = ['auto', 'always', 'never'] as const;

type ColourWish = (typeof COLOUR_WISHES)[number];
type Environment = CliContext['environment'];

/**
 * The terminal at the end of a stream, or what stands for one if the user wants colours anyway; null if a program
 * reads the stream.
 */
export async function terminalOf(
  { fd, mayBeTerminal }: StandardStream,
  given: GivenFlags['values'],
  { environment }: Pick<CliContext, 'environment'>,
): Promise<Terminal | null> {
  const wish = colourWish(given, environment);
  // Takes long to load, and programs read most output.
  const isTerminal = mayBeTerminal && (await import('node:tty')).isatty(fd);
  const showsColours = wish === 'always' || (wish === 'auto' && isTerminal && environment.TERM !== 'dumb');
  if (!isTerminal && !showsColours) return null;
  const images = isTerminal && showsColours ? imageProtocolOf(environment) : null;
  return { showsColours, images, pager: isTerminal ? pagerOf(environment) : null };
}

/** The user's wish for colours: a flag beats `FORCE_COLOR`, which beats `NO_COLOR`, as it does for Node. */
export function colourWish(given: GivenFlags['values'], environment: Environment): ColourWish {
  const flag = given.get('color')?.at(-1);
  const wish = COLOUR_WISHES.find((candidate) => candidate === flag);
  if (wish !== undefined) return wish;
  const { FORCE_COLOR, NO_COLOR, CLICOLOR_FORCE } = environment;
  if (given.has('no-color')) return 'never';
  if (FORCE_COLOR) return isOff(FORCE_COLOR) ? 'never' : 'always';
  if (NO_COLOR) return 'never';
  return CLICOLOR_FORCE && !isOff(CLICOLOR_FORCE) ? 'always' : 'auto';
}

/** The pager that `PAGER` names, else less, like Git's. */
function pagerOf({ PAGER = 'less', TERM }: Environment): string | null {
  return TERM === 'dumb' || PAGER.trim() === '' || PAGER.trim() === 'cat' ? null : PAGER;
}

function isOff(value: string): boolean {
  return value === '0' || value === 'false';
}

/** Judged by names: to ask a terminal, one would have to read, and might swallow what the user types. */
function imageProtocolOf(environment: Environment): ImageProtocol | null {
  const { TERM = '', TERM_PROGRAM = '', LC_TERMINAL, KITTY_WINDOW_ID, TMUX } = environment;
  // A multiplexer would have to pass images on, and by default does not.
  if (TMUX || /^(?:screen|tmux)/.test(TERM)) return null;
  if (KITTY_WINDOW_ID || /^xterm-(?:kitty|ghostty)/.test(TERM)) return 'kitty';
  return /^(?:iTerm\.app|WezTerm|mintty)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2' ? 'iterm2' : null;
}
