import type { Session, SessionOptions, UnexpectedError } from '@dragoman/tools/internal/session';
import type { BeforeChange } from './approval.ts';
import type { DialectName } from './registry.ts';

/** Options that choose the tools, and the files that they work on. */
export interface ToolsetOptions<Dialect extends DialectName = DialectName> {
  readonly dialect: Dialect;
  /** The session that the tools work on; closing the toolset closes it. */
  readonly session: Session | SessionOptions;
  /** Names of the tools to offer. Default: all that the session allows. */
  readonly tools?: readonly string[];
  /** Asked before a tool changes a file or runs a command. Default: changes are not asked for. */
  readonly beforeChange?: BeforeChange;
  /**
   * Told of each unforeseen fault of the program, and of the tool in which it was; the caller of the tool
   * learns the id alone. Must not throw.
   */
  readonly onUnexpectedError?: (unexpected: UnexpectedError, tool: string) => void;
}
