/** The command line cannot be run. The message is one line for a person in a terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** Wraps an error of reading options, or of opening what they name, and keeps its message. */
  static from(error: unknown): UsageError {
    return new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
