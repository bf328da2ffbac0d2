/** What was typed cannot be run: one line for a person in a terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** The same complaint, when it came from reading options or from opening what they name. */
  static from(error: unknown): UsageError {
    return new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
