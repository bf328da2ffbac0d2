import { isAbsolute, resolve } from 'node:path';
import { invalid, type Raw } from './option-values.ts';

/** A store that is to be shown as a tree. */
export interface NamedVolume {
  /** Absolute path at which it is shown. */
  readonly at: string;
  readonly bucket: string;
  /** Beginning of all its keys; empty for the whole bucket. */
  readonly prefix: string;
}

/** Between volumes in a variable: the colon before the next path, and none that belongs to a URL. */
export const VOLUME_SEPARATOR = process.platform === 'win32' ? /;/ : /:(?=\/(?!\/))/;

const VOLUME = /^(?<path>[^=]+)=s3:\/\/(?<bucket>[a-z0-9][\w.-]+)(?:\/(?<prefix>.*))?$/is;

/** `<path>=s3://<bucket>[/<prefix>]`. */
export function parseVolume(raw: Raw): NamedVolume {
  const { path = '', bucket = '', prefix = '' } = VOLUME.exec(raw.text)?.groups ?? {};
  const plain = prefix.replace(/\/$/, '');
  const isPrefix = plain === '' || !plain.split('/').some((name) => ['', '.', '..'].includes(name));
  const at = isAbsolute(path) ? resolve(path) : '';
  if (bucket !== '' && isPrefix && at !== '' && resolve(at, '..') !== at) return { at, bucket, prefix: plain };
  throw invalid(raw, 'an absolute path and a store, such as /data=s3://bucket/prefix');
}
