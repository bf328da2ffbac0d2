import { ToolError } from '@dragoman/fs-core';
import type { ToolResult } from './tool-result.ts';

/**
 * Decides on a change, which is made only if the answer is `true`. An error that it throws refuses the change too, and
 * its message tells the model why. Only what was proposed is made: if the file has changed since, the call fails
 * with `CONFLICT`. One change is proposed at a time.
 */
export type BeforeChange = (change: ProposedChange) => boolean | Promise<boolean>;

/** A call that would change a file or run a command. */
export interface ProposedChange {
  /** The tool's name. */
  readonly tool: string;
  /** Arguments of the tool, with defaults filled in. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Answer of the call on a dry run; for a command: where it would run, and for how long. */
  readonly preview: ToolResult;
  /** The call's: once it is aborted, the answer is not awaited. */
  readonly signal: AbortSignal | undefined;
}

/** Returns the callback that asks for approval of an operation's outcome; undefined if no approval is needed. */
export function approvalBy(
  beforeChange: BeforeChange | undefined,
  proposed: (outcome: unknown) => ProposedChange,
): ((outcome: unknown) => Promise<void>) | undefined {
  if (beforeChange === undefined) return undefined;
  return async (outcome) => {
    const isAllowed = await answerOf(beforeChange, proposed(outcome));
    // A plain JavaScript program may answer anything, and only one answer allows a change.
    if (isAllowed !== true) throw declined();
  };
}

async function answerOf(beforeChange: BeforeChange, change: ProposedChange): Promise<boolean> {
  try {
    return await beforeChange(change);
  } catch (error) {
    throw declined(error instanceof Error ? error.message : String(error), error);
  }
}

function declined(reason?: string, cause?: unknown): ToolError {
  return new ToolError({ code: 'DECLINED', ...(reason && { reason }) }, 'Change declined', { cause });
}
