import { type Fields, isFields, type Params } from './messages.ts';
import { ErrorCode, protocolError } from './protocol-error.ts';

/** Description that a client gave of itself as it made the connection. */
export interface Client {
  readonly name: string;
  readonly version: string;
  readonly capabilities: Fields;
  /** The revision that it asked for, which may be an unknown one. */
  readonly protocolVersion: string;
}

/**
 * The client that an `initialize` request describes.
 * @throws Error with the code `InvalidParams`
 */
export function clientFrom(params: Params): Client {
  const protocolVersion = text(params, 'params', 'protocolVersion');
  const capabilities = fields(params, 'params', 'capabilities');
  const info = fields(params, 'params', 'clientInfo');
  const name = text(info, 'params.clientInfo', 'name');
  return { name, version: text(info, 'params.clientInfo', 'version'), capabilities, protocolVersion };
}

function text(holder: Fields, at: string, member: string): string {
  const value = holder[member];
  if (typeof value !== 'string') throw unfit(`${at}.${member}`, 'string', value);
  return value;
}

function fields(holder: Fields, at: string, member: string): Fields {
  const value = holder[member];
  if (!isFields(value)) throw unfit(`${at}.${member}`, 'object', value);
  return value;
}

function unfit(at: string, expected: string, value: unknown): Error {
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return protocolError(ErrorCode.InvalidParams, `${at}: Invalid input: expected ${expected}, received ${received}`);
}
