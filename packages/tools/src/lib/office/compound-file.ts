import { createPace } from '@dragoman/fs-core/internal/kernel';
import { officeFault } from './office-fault.ts';

/** The media type of the container in which Office keeps encrypted documents, and formerly kept all. */
export const COMPOUND_FILE = 'application/x-cfb';

/** Name of the stream that holds an encrypted package, as the directory of the container spells it. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const PIECE_BYTES = 1024 * 1024;

/** Refuses a container of an encrypted document; any other is no document that is read here. @throws ToolError `UNSUPPORTED_FILE` */
export async function assertNotEncrypted(bytes: Buffer, signal: AbortSignal | undefined): Promise<null> {
  const pace = createPace(signal);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (bytes.subarray(at, at + PIECE_BYTES + ENCRYPTED.length).includes(ENCRYPTED))
      throw officeFault({ problem: 'encrypted' });
    await pace();
  }
  return null;
}
