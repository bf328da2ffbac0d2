/** The command line cannot be run. The message is one line for a person in a terminal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
