import { type BoundedMap, createBoundedMap } from '../../state/bounded-map.ts';
import type { FileIdentity } from '../../volume/open-entry.ts';
import type { Encoding, Sniffed } from './text-format.ts';

/** What is known about one state of one file and takes long to find out again. */
export interface FileFacts {
  /** What the file's head shows. */
  sniffed?: Sniffed;
  /** The encoding, if the head does not settle it. */
  encoding?: Encoding;
  lines?: LineMap;
  /** Byte offsets of the lines at which reads began or ended, by line number: the next read most often begins there. */
  lineOffsets?: BoundedMap<number, number>;
  /** As `versionOf` gives it. */
  version?: string;
  /** Whether it has no attributes that Node has no calls for. Setting one would change the state. */
  isPlain?: boolean;
}

/** How many newlines lie before each block of a file, as far as it has been scanned. */
export interface LineMap {
  readonly fileSize: number;
  readonly blockSize: number;
  /** Newlines before block 0, 1, 2 …: one entry more than there are scanned blocks. */
  readonly before: number[];
}

const MAX_FILES = 1000;

const known = createBoundedMap<string, { readonly identity: FileIdentity; readonly facts: FileFacts }>(MAX_FILES);

/** By object: one read asks several times, also about a file too recently modified to be known by its state. */
const asked = new WeakMap<FileIdentity, FileFacts>();

/** The facts of a file in this state. A file that changes gets new ones. */
export function fileFactsOf(identity: FileIdentity): FileFacts {
  const facts = asked.get(identity) ?? sharedFactsOf(identity);
  asked.set(identity, facts);
  return facts;
}

function sharedFactsOf(identity: FileIdentity): FileFacts {
  if (!identity.isSafeToCache()) return {};
  const found = known.get(identity.fileKey);
  if (found?.identity.isSameState(identity)) return found.facts;
  const facts: FileFacts = {};
  known.set(identity.fileKey, { identity, facts });
  return facts;
}
