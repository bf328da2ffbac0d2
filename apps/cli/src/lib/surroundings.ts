import type { StandardStream } from '@dragoman/tools/stdio';
import type { InputSource } from './input.ts';
import type { Interruption } from './interruption.ts';

/** What the process was given, where it may write, and what ends it early. */
export interface Surroundings extends InputSource {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: StandardStream;
  readonly stderr: StandardStream;
  readonly interruption: Interruption;
}

/** One command with the words after it and the flags before it. */
export interface Invocation {
  readonly name: string;
  readonly words: readonly string[];
  readonly surroundings: Surroundings;
}

/** The answer is the exit status; null from a command that runs on and ends the process itself. */
export type Command = (invocation: Invocation) => number | null | Promise<number | null>;
