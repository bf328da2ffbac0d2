import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';

/** An issuer whose answers a test may change. */
export async function openIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys: object[] = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }];
  let asked = 0;
  const state = { isSilent: false };
  const server: Server = createServer((request, response) => {
    if (request.url?.includes('well-known')) {
      response.end(JSON.stringify({ issuer: url(), jwks_uri: `${url()}/keys` }));
      return;
    }
    asked += 1;
    if (!state.isSilent) response.end(JSON.stringify({ keys }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    privateKey,
    keys,
    state,
    get asked() {
      return asked;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Issuer = Awaited<ReturnType<typeof openIssuer>>;
