import { errnoOf, ToolError } from '@dragoman/fs-core/internal/kernel';

/** Causes of causes that are shown; an error can be its own cause. */
const MOST_CAUSES = 5;

/**
 * Describes the origin of an error for a log: its name, its stack and those of its causes, one frame a line. Messages
 * are left out, except those of the operating system and of this program, since a parser's may quote the content of a
 * file.
 * @example traceOf(new Error('no', { cause }))
 */
export function traceOf(error: unknown): string {
  const lines = linesOf(error);
  let cause = causeOf(error);
  for (let depth = 1; depth <= MOST_CAUSES && cause !== undefined; depth += 1) {
    lines.push('Caused by:', ...linesOf(cause));
    cause = causeOf(cause);
  }
  return lines.join('\n');
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function linesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [`A thrown ${typeof error}`];
  const mayBeShown = error instanceof ToolError || errnoOf(error) !== null;
  return [mayBeShown ? `${error.name}: ${error.message}` : nameOf(error), ...framesOf(error)];
}

/** Name of an error, with the code that Node gives many of them, such as `ERR_OUT_OF_RANGE`. */
function nameOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? `${error.name} ${code}` : error.name;
}

/** V8 puts the frames after the message, which may have lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const end = stack.indexOf(message);
  if (end === -1) return [];
  const after = stack.slice(end + message.length).split('\n');
  return after.filter((line) => /^ {4}at /.test(line));
}
