import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Content of a session id, for any node that has the secret. */
export interface SessionClaims {
  /** Its id. */
  readonly principal: string;
  /** Name that the client gives itself. */
  readonly client: string;
  /** The client's own. */
  readonly version: string;
  /** Revision of the protocol that was agreed on. */
  readonly revision: string;
  /** Milliseconds since the epoch. */
  readonly issued: number;
  readonly random: string;
}

/** Makes and reads the ids of sessions. */
export interface SessionIds {
  issue(claims: Omit<SessionClaims, 'issued' | 'random'>, nowMs: number): IssuedId;
  /** Null for what was not made with this secret. */
  read(id: string): SessionClaims | null;
}

export interface IssuedId {
  readonly id: string;
  readonly claims: SessionClaims;
}

// A client names itself as it likes; an id must stay a header.
const MAX_NAME = 64;
const MAX_ID = 2048;

export function createSessionIds(secret: Uint8Array): SessionIds {
  const macOf = (payload: string): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['session', payload]))
      .digest();
  return {
    issue({ principal, client, version, revision }, issued) {
      const names = { principal, client: client.slice(0, MAX_NAME), version: version.slice(0, MAX_NAME) };
      const claims: SessionClaims = { ...names, revision, issued, random: randomUUID() };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return { id: `v1.${payload}.${macOf(payload).toString('base64url')}`, claims };
    },
    read(id) {
      if (id.length > MAX_ID) return null;
      const [, payload, mac] = /^v1\.([\w-]+)\.([\w-]+)$/.exec(id) ?? [];
      if (payload === undefined || mac === undefined) return null;
      const expected = macOf(payload);
      const given = Buffer.from(mac, 'base64url');
      // Decoding passes over bits that stand for nothing, so the text itself is compared, too.
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isOurs || given.toString('base64url') !== mac) return null;
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as SessionClaims;
    },
  };
}
