import type { FailureAnswer, Scene } from '@dragoman/formatters/internal/pieces';
import type { Failure } from '@dragoman/fs-core';
import type { SessionGuard } from '@dragoman/tools/internal/session';
import type { Arguments, Explain, Tool } from './tool.ts';

/**
 * Two uses of each tool on the command line, by the tool's name, as a POSIX shell takes them. A use that does not name
 * `dragoman` follows the tool's name.
 */
export type Examples = Readonly<Record<string, readonly [string, string]>>;

/** A dialect is a table: what it is called, its tools, and how it speaks of failures. */
export interface Dialect {
  /** Name in the registry, whose type would be circular here. */
  readonly name: string;
  readonly tools: readonly Tool[];
  /** Tools that can be called, but are not listed. */
  readonly unlistedTools?: readonly Tool[];
  readonly examples: Examples;
  /** Further names under which tools can be called; they are not listed. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** UTF-8 bytes: the largest text of one result, unless the user or the client sets another limit. */
  readonly maxResponseSize: number;
  /** True if a file must be read before it is overwritten or edited, unless the user says otherwise. */
  readonly requiresRead: boolean;
  /** True if changes depend on what was read of a file before, unless the user says otherwise. */
  readonly remembersReads?: true;
  /** True if tools refuse a relative path if a path is required. */
  readonly demandsAbsolutePaths?: true;
  /** Ignore files that hide files from all tools but commands. Without a code, opening what they hide is `INVALID_ARGUMENT`. */
  readonly guard?: SessionGuard & { readonly code?: 'ACCESS_DENIED' };
  /** The sentence for a failure for which a tool has none of its own. */
  readonly explain: Explain;
  /** The structured form of a failure, in dialects that have one. */
  readonly structure?: (failure: Failure, args: Arguments, scene: Scene) => FailureAnswer;
}
