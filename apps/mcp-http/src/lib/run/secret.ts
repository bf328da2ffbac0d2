import { readUserFile, userSecret, useSecret } from '@dragoman/fs-core/internal/host';

const MIN_BYTES = 32;
const MAX_BYTES = 64 * 1024;

/** The secret that signs session ids and continuations. @throws Error for a file that cannot be it */
export async function takeSecret(file: string | null): Promise<Uint8Array> {
  if (file === null) return userSecret();
  const secret = readUserFile(file, MAX_BYTES);
  if (secret === null) throw new Error(`--secret-file: no file "${file}" can be read`);
  if (secret.length < MIN_BYTES) throw new Error(`--secret-file: "${file}" holds fewer than ${MIN_BYTES} bytes`);
  useSecret(secret);
  return secret;
}
