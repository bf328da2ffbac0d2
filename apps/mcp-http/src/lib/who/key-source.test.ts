import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { createKeySource } from './key-source.ts';

async function jwk(kid: string, alg = 'ES256'): Promise<JWK> {
  const { publicKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(publicKey)), kid, alg };
}

/** A source whose keys and clock a test changes. */
async function openSource(...kids: string[]) {
  const state = {
    keys: (await Promise.all(kids.map((kid) => jwk(kid)))) as unknown,
    nowMs: 0,
    asked: 0,
    failures: [] as string[],
    load: async (): Promise<unknown> => ({ keys: state.keys }),
  };
  const source = createKeySource({
    load: () => {
      state.asked += 1;
      return state.load();
    },
    onFailure: ({ message }) => state.failures.push(message),
    now: () => state.nowMs,
  });
  const has = (kid: string, alg = 'ES256'): Promise<boolean> =>
    source.keyFor({ kid, alg }).then(
      () => true,
      () => false,
    );
  return { state, has };
}

const MINUTE = 60_000;

describe('createKeySource', () => {
  it('takes a new key at once, and the one that it has replaced no longer', async () => {
    const { state, has } = await openSource('old');
    expect(await has('old')).toBe(true);
    state.nowMs += MINUTE;
    state.keys = [await jwk('new')];
    expect([await has('new'), await has('old')]).toEqual([true, false]);
    expect(state.asked).toBe(3);
  });

  it('asks again for a key that is newer than the answer, and for any others after a pause', async () => {
    const { state, has } = await openSource('old');
    expect(await has('old')).toBe(true);
    state.keys = [await jwk('new')];
    expect(await has('new')).toBe(true);
    for (let count = 0; count < 50; count += 1) expect(await has(`forged ${count}`)).toBe(false);
    state.keys = [await jwk('newer')];
    expect(await has('newer')).toBe(false);
    expect(state.asked).toBe(2);
    state.nowMs += 31_000;
    expect(await has('newer')).toBe(true);
    expect(state.asked).toBe(3);
  });

  it('finds out within some minutes that a key was removed, though no other came', async () => {
    const { state, has } = await openSource('one', 'two');
    expect([await has('one'), await has('two')]).toEqual([true, true]);
    state.keys = (state.keys as JWK[]).slice(1);
    state.nowMs += 11 * MINUTE;
    // This asks, and does not wait: no client is delayed by an issuer whose key is known.
    expect(await has('two')).toBe(true);
    await expect.poll(() => has('one')).toBe(false);
    expect(await has('two')).toBe(true);
    expect(state.asked).toBe(3);
  });

  it('asks a slow issuer once, whoever waits for it, and lets those go on whose key is known', async () => {
    const { state, has } = await openSource('known');
    expect(await has('known')).toBe(true);
    state.nowMs += MINUTE;
    let answer: (keys: unknown) => void = () => {};
    state.load = () => new Promise((resolve) => (answer = resolve));
    const waiting = ['new', 'none', 'other'].map((kid) => has(kid));
    await expect.poll(() => state.asked).toBe(2);
    expect(await has('known')).toBe(true);
    answer({ keys: [await jwk('new')] });
    expect(await Promise.all(waiting)).toEqual([true, false, false]);
    expect(state.asked).toBe(2);
  });

  it.each<[string, unknown]>([
    ['no list', { keys: 'all' }],
    ['nothing', null],
    ['a text', 'keys'],
  ])('keeps the keys that it has where the issuer answers %s', async (_, answer) => {
    const { state, has } = await openSource('known');
    expect(await has('known')).toBe(true);
    state.load = async () => answer;
    state.nowMs += 11 * MINUTE;
    expect([await has('none'), await has('known')]).toEqual([false, true]);
  });

  it('never takes a key that can sign, whatever the issuer calls it', async () => {
    const { state, has } = await openSource('good');
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const lies = [
      { kty: 'oct', k: 'c2VjcmV0', kid: 'shared', alg: 'HS256' },
      { ...(await exportJWK(privateKey)), kid: 'private', alg: 'ES256' },
      { kid: 'empty' },
      null,
      'good',
    ];
    state.keys = [...lies, ...(state.keys as JWK[])];
    expect([await has('shared', 'HS256'), await has('private'), await has('empty')]).toEqual([false, false, false]);
    expect(await has('good')).toBe(true);
  });

  it('asks an issuer that does not answer twice a minute at most', async () => {
    const { state, has } = await openSource();
    state.load = () => Promise.reject(new Error('down'));
    for (let count = 0; count < 50; count += 1) expect(await has('any')).toBe(false);
    expect([state.asked, state.failures]).toEqual([1, ['down']]);
    state.nowMs += 31_000;
    state.load = async () => ({ keys: [await jwk('any')] });
    expect(await has('any')).toBe(true);
  });
});
