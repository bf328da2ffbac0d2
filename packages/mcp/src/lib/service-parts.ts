import type { ToolCallOptions, ToolDefinition, ToolResult } from '@dragoman/dialects';
import type { Options } from '@dragoman/dialects/internal/options';
import type { Log } from '@dragoman/fs-core';
import type { UnexpectedError } from '@dragoman/tools/internal/session';
import type { CallSlots } from './call-slots.ts';
import type { ResourceHandle } from './resources/resource-handle.ts';

/** The tools that calls go to, and the resources beside them, wherever these run. */
export interface ToolsetHandle {
  readonly tools: readonly ToolDefinition[];
  /** Calls a tool. An error that it throws is answered as one of the protocol; a tool's failure is a result. */
  call(name: string, args: unknown, options: ToolCallOptions): Promise<ToolResult>;
  /** Answers a question about resources. @throws ToolError */
  readonly resource: ResourceHandle;
}

/** Parts of a server. */
export interface ServiceParts {
  /** The tools for a client, by the name that it gives itself, which is empty if it gives none. */
  toolsetFor(client: string): ToolsetHandle | Promise<ToolsetHandle>;
  /** Text that the model of a client should know before its first call, by the client's name; empty if there is none. */
  instructionsFor(client: string): string;
  /** Clients that get typed answers. */
  readonly structured: Options['structured'];
  /** Files as resources of the protocol. */
  readonly resources: Options['resources'];
  /** True if clients with a handshake are told when the list of resources changes. Default false. */
  readonly tellsMoves?: boolean;
  /** The server's own, as clients see it. */
  readonly version: string;
  /** Bounds how many tools run at once. */
  readonly slots: Pick<CallSlots, 'take' | 'release'>;
  /** The server's own log. Clients get messages of their own. */
  readonly log: Log;
  /** Told of unexpected errors, and of the method in which each was. */
  onFault(unexpected: UnexpectedError, where: string): void;
}

/** True if clients with a handshake are promised to be told of another list of resources. */
export function tellsMoves({ resources, tellsMoves: tells = false }: ServiceParts): boolean {
  return resources === 'on' && tells;
}
