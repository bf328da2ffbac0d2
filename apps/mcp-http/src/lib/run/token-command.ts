import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/**
 * Output of `dragoman-http token`: a new token, and the line for the file of principals.
 * @throws Error for arguments, of which it takes none
 */
export function tokenText([argument]: readonly string[]): string {
  if (argument !== undefined) throw new Error(`token takes no arguments; a directory of that name is ./token`);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const tokenSha256 = createHash('sha256').update(token).digest('hex');
  return `${token}\n{ "name": "somebody", "tokenSha256": "${tokenSha256}" }\n`;
}
