import { isAbsolute, resolve } from 'node:path';
import { invalid, type Raw } from './option-values.ts';

/** A store that is to be shown as a tree. */
export interface NamedVolume {
  /** Absolute path at which it is shown. */
  readonly at: string;
  /** URL of the store: its path, without a slash at its end, is what all keys begin with. */
  readonly url: string;
}

/** Between volumes in a variable: the colon before the next path, and none that belongs to a URL. */
export const VOLUME_SEPARATOR = process.platform === 'win32' ? /;/ : /:(?=\/(?!\/))/;

const VOLUME = /^(?<path>[^=]+)=(?<scheme>s3):\/\/(?<name>[a-z0-9][\w.-]+)(?:\/(?<prefix>.*))?$/is;

/** `<path>=<scheme>://<name>[/<prefix>]`. */
export function parseVolume(raw: Raw): NamedVolume {
  const { path = '', scheme = '', name = '', prefix = '' } = VOLUME.exec(raw.text)?.groups ?? {};
  const plain = prefix.replace(/\/$/, '');
  const isPrefix = plain === '' || !plain.split('/').some((part) => ['', '.', '..'].includes(part));
  const at = isAbsolute(path) ? resolve(path) : '';
  if (name !== '' && isPrefix && at !== '' && resolve(at, '..') !== at) {
    return { at, url: `${scheme.toLowerCase()}://${[name, plain].filter(Boolean).join('/')}` };
  }
  throw invalid(raw, 'an absolute path and a store, such as /data=s3://bucket/prefix');
}
