import { openTree, type TreeNode } from '@dragoman/testing';
import { expect } from 'vitest';
import { OWNER_TOKEN, startOwned } from './http-process.ts';
import { call, type HttpAnswer, openSession, send } from './messages.ts';

/** A call in a dialect that takes long, or would. */
export interface LongCall {
  readonly dialect: string;
  readonly tree: Readonly<Record<string, TreeNode>>;
  readonly name: string;
  /** Arguments of a call before it, which loads what is loaded at the first use. */
  readonly first?: Readonly<Record<string, unknown>>;
  /** @param root of the tree */
  readonly args: (root: string) => Readonly<Record<string, unknown>>;
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ID = 'long';

/** Begins the call, and does something else again and again while it runs. Returns its answer. */
async function meanwhile(
  { dialect, tree, name, first, args }: LongCall,
  act: (url: string, sessions: { readonly one: string; readonly other: string }) => Promise<void>,
): Promise<HttpAnswer & { readonly tookMs: number }> {
  await using place = await openTree(tree);
  await using server = await startOwned(['--dialect', dialect, place.root]);
  const { url } = server;
  const one = await openSession(url, OWNER_TOKEN);
  const other = await openSession(url, OWNER_TOKEN);
  if (first !== undefined) await send(url, call(name, first), { token: OWNER_TOKEN, session: one });
  let isAnswered = false;
  const message = JSON.stringify(call(name, args(place.root), ID));
  const begun = performance.now();
  const answer = send(url, message, { token: OWNER_TOKEN, session: one }).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) await act(url, { one, other });
  return { ...(await answer), tookMs: performance.now() - begun };
}

/** Another client is answered all the time while the call runs. */
export async function holdsUpNobody(long: LongCall): Promise<void> {
  let longestMs = 0;
  const { status, tookMs } = await meanwhile(long, async (url, { other }) => {
    const asked = performance.now();
    const pong = await send(url, PING, { token: OWNER_TOKEN, session: other });
    expect(pong.body.result).toEqual({});
    longestMs = Math.max(longestMs, performance.now() - asked);
  });
  expect(status).toBe(200);
  // A share of the whole, since machines differ: nobody was kept waiting for most of it. A busy one may hold up anybody
  // for most of a second.
  expect(longestMs).toBeLessThan(Math.max(1000, tookMs / 3));
}

/** The call ends without an answer as soon as it is cancelled. */
export async function endsWhenCancelled(long: LongCall): Promise<void> {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: ID } };
  // The first may come before the call does.
  const { body } = await meanwhile(long, async (url, { one, other }) => {
    await send(url, cancelled, { token: OWNER_TOKEN, session: one });
    await send(url, PING, { token: OWNER_TOKEN, session: other });
  });
  expect(body).toBeUndefined();
}
