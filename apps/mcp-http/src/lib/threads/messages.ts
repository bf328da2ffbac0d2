import type { DialectName, ToolCallOptions } from '@dragoman/dialects';
import type { Severity } from '@dragoman/fs-core/internal/kernel';
import type { ResourceRequest } from '@dragoman/mcp/internal/server';
import type { SessionSettings } from '../sessions/opening.ts';
import type { CancelToken } from './cancel-token.ts';
import type { SentError } from './sent-error.ts';

/** Work to be done in a session. */
export type Task =
  | { readonly kind: 'close' }
  | { readonly kind: 'tools'; readonly dialect: DialectName }
  | {
      readonly kind: 'call';
      readonly dialect: DialectName;
      readonly name: string;
      readonly args: unknown;
      readonly client: string | undefined;
      readonly structured: boolean | undefined;
      /** True if anybody wants to hear of progress. */
      readonly isReported: boolean;
    }
  | { readonly kind: 'resource'; readonly dialect: DialectName; readonly request: ResourceRequest };

export type Progress = Parameters<NonNullable<ToolCallOptions['onProgress']>>[0];

/** Message to a thread. */
export type ToThread =
  | { readonly kind: 'open'; readonly session: number; readonly opening: SessionSettings }
  | {
      readonly kind: 'do';
      readonly id: number;
      readonly session: number;
      readonly task: Task;
      readonly cancelToken: CancelToken;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Asks whether commands run in a session. */
  | { readonly kind: 'look'; readonly session: number }
  | { readonly kind: 'ping' };

/** Message from a thread. */
export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'written'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'commands'; readonly session: number; readonly run: boolean }
  | { readonly kind: 'log'; readonly severity: Severity; readonly message: string; readonly data: LogData }
  | { readonly kind: 'store'; readonly operation: string; readonly status: number };

export type LogData = Readonly<Record<string, unknown>> | undefined;
