import type { Options } from '@dragoman/dialects/internal/options';
import { escaped } from './log-text.ts';

/** A call that is over, told without anything that it was about. */
export interface CallRecord {
  readonly request: string;
  readonly principal: string;
  readonly method: string;
  /** The tool; the method, if that calls none. */
  readonly tool: string;
  readonly ms: number;
  /** Size of the answer. */
  readonly bytes: number;
  /** `OK`, or the code of the failure. */
  readonly code: string;
  /** True if there is a tool of that name. */
  readonly isKnown: boolean;
  /** Bytes that it has put into files; 0 for a call that only reads. */
  readonly written: number;
  /**
   * The place where another had changed a file before: `local`, or the store that holds it; null if that was not so.
   */
  readonly conflictIn: string | null;
  /** Milliseconds since the epoch. */
  readonly beganMs: number;
  /** The revision of the protocol. */
  readonly version: string;
  /** The span of which the call is a part, as `traceparent` names it; null if the client names none. */
  readonly parent: string | null;
}

export type CallLog = (record: CallRecord) => void;

export interface LogOptions {
  readonly level: Options['logLevel'];
  readonly format: 'json' | 'text';
  readonly write: (line: string) => void;
}

/** One line a call, at level `info`. */
export function createCallLog({ level, format, write }: LogOptions): CallLog {
  if (level !== 'debug' && level !== 'info') return () => {};
  return ({ request, principal, tool, ms, bytes, code }) => {
    const time = new Date().toISOString();
    if (format === 'json') {
      const line = JSON.stringify({ time, level: 'info', request, principal, tool, ms, bytes, code });
      write(`${escaped(line)}\n`);
      return;
    }
    write(`${time} info ${plain(request)} ${plain(principal)} ${plain(tool)} ${ms} ms ${bytes} bytes ${code}\n`);
  };
}

/** A client chooses names and ids: none may begin a line of its own, or pass for another column. */
function plain(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?') || '-';
}
