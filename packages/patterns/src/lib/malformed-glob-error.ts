/** A glob that cannot be parsed, and why. */
export class MalformedGlobError extends Error {
  override readonly name = 'MalformedGlobError';
  /** The glob as it was given, or the part of it that one name must match. */
  readonly pattern: string;
  /** A clause such as "a brace is not closed". */
  readonly reason: string;

  constructor(pattern: string, reason: string) {
    super(`Cannot read glob: ${reason}`);
    this.pattern = pattern;
    this.reason = reason;
  }
}
