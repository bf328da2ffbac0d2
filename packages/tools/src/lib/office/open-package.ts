import { createPace, ToolError } from '@dragoman/fs-core/internal/kernel';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { type FaultDetail, officeFault } from './office-fault.ts';

/** The parts of an Office document by their names, which have no slash at the front; case does not count. */
export interface OfficePackage {
  has(part: string): boolean;
  /** The text of a part in pieces, between which others have their turn. @throws ToolError `UNSUPPORTED_FILE` */
  read(part: string): AsyncGenerator<string>;
  /** Counts an element of XML. @throws ToolError `UNSUPPORTED_FILE` for one too many */
  countElement(): void;
}

const MOST_PARTS = 10_000;
/** A few kilobytes can unpack to as many gigabytes. A hundred thousand rows of twenty cells have some 100 MB. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_ELEMENTS = 10_000_000;
/** A part that is not compressed comes as one piece. */
const PIECE_BYTES = 64 * 1024;

/**
 * Opens a ZIP archive. What all reads of its parts take together is bounded, whatever its headers say.
 * @throws ToolError `UNSUPPORTED_FILE`
 */
export async function openPackage(bytes: Buffer, signal: AbortSignal | undefined): Promise<OfficePackage> {
  const { zip, entries } = await entriesOf(bytes);
  const pace = createPace(signal);
  let [bytesLeft, elementsLeft] = [MOST_BYTES, MOST_ELEMENTS];
  return {
    has: (part) => entries.has(part.toLowerCase()),
    async *read(part) {
      const entry = entries.get(part.toLowerCase());
      if (entry === undefined) throw officeFault({ problem: 'missing', part });
      if (entry.isEncrypted()) throw officeFault({ problem: 'encrypted' });
      let decoder: ReturnType<typeof decoderFor> | undefined;
      for await (const piece of piecesOf(zip, entry)) {
        bytesLeft -= piece.length;
        if (bytesLeft < 0) throw officeFault({ problem: 'unpacked', limit: MOST_BYTES });
        decoder ??= decoderFor(piece);
        yield decoder.decode(piece, { stream: true });
        await pace();
      }
    },
    countElement() {
      elementsLeft -= 1;
      if (elementsLeft < 0) throw officeFault({ problem: 'elements', limit: MOST_ELEMENTS });
    },
  };
}

async function entriesOf(bytes: Buffer): Promise<{ readonly zip: ZipFile; readonly entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>();
  // Names are only looked up, so those that would lead astray on a disk do no harm.
  const zip = await asFault(fromBufferPromise(bytes, { decodeStrings: false }), { problem: 'archive' });
  const each = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await asFault(each.next(), { problem: 'archive' });
    if (done) return { zip, entries };
    if (entries.size === MOST_PARTS) throw officeFault({ problem: 'parts', limit: MOST_PARTS });
    const name = entry.fileNameRaw.toString().replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
    if (!entries.has(name)) entries.set(name, entry);
  }
}

async function* piecesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await asFault(zip.openReadStreamPromise(entry), { problem: 'archive' });
  try {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
    }
  } catch (cause) {
    throw cause instanceof ToolError ? cause : officeFault({ problem: 'archive' }, cause);
  }
}

async function asFault<Result>(work: Promise<Result>, detail: FaultDetail): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw officeFault(detail, cause);
  }
}

/** XML is in UTF-8, or in UTF-16 with a mark. */
function decoderFor([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8');
}
