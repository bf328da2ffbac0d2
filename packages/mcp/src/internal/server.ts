export { type CallSlots, createCallSlots } from '../lib/call-slots.ts';
export type { Client } from '../lib/client.ts';
export type { Connection, ConnectionOptions } from '../lib/connection.ts';
export { type Envelope, envelopeOf } from '../lib/envelope.ts';
export type { Exchange, Send } from '../lib/exchange.ts';
export { createFaultLog, type FaultLog } from '../lib/fault-log.ts';
export { LISTEN } from '../lib/listen.ts';
export { LOG_LEVELS, type LogLevel } from '../lib/log-levels.ts';
export {
  type Batch,
  excessOf,
  messageFrom,
  NO_BATCHES,
  type ParsedMessage,
  type Problem,
} from '../lib/message-from.ts';
export {
  type Answer,
  type ErrorObject,
  type Fields,
  idFrom,
  type Message,
  type Notification,
  type Params,
  type Refusal,
  type Request,
  type RequestId,
  type RequestMeta,
  type Response,
} from '../lib/messages.ts';
export { ErrorCode, protocolError } from '../lib/protocol-error.ts';
export { createResourceHandle, type ResourceRequest } from '../lib/resources/resource-handle.ts';
export { worksInSession } from '../lib/resources/resource-methods.ts';
export { hasBatches, LEGACY_VERSIONS, MODERN_VERSIONS, negotiated } from '../lib/revisions.ts';
export { serverInstructions } from '../lib/server-instructions.ts';
export { createService, type Service } from '../lib/service.ts';
export type { ServiceParts, ToolsetHandle } from '../lib/service-parts.ts';
export { openWorkspace, type Workspace, type WorkspaceOptions } from '../lib/workspace.ts';
