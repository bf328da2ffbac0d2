import type { StandardStream } from '@dragoman/fs-core/internal/host';
import type { Interruption } from './interruption.ts';

/** The process of a command: its arguments and environment, its streams, and signals. */
export interface CliContext {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinIsTerminal: boolean;
  readonly stdout: StandardStream;
  readonly stderr: StandardStream;
  /** Columns of the terminal at the end of stdout; undefined if there is none. */
  readonly columns: number | undefined;
  readonly interruption: Interruption;
}

/** One command, and all other words of the command line. */
export interface Invocation {
  readonly name: string;
  readonly words: readonly string[];
  readonly context: CliContext;
}

/** Returns the exit status; null from a command that goes on running and ends the process itself. */
export type Command = (invocation: Invocation) => number | null | Promise<number | null>;
