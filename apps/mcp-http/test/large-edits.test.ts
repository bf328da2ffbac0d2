import { readFileSync } from 'node:fs';
import { openTree } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { OWNER_TOKEN, startOwned } from './http-process.ts';
import { each, looseEdits, patched, replaced } from './large-edits.ts';
import { holdsUpNobody, type LongCall } from './long-call.ts';
import { call, openSession, send } from './messages.ts';

describe('an edit that takes long', () => {
  it.each<[string, LongCall]>([
    [
      'many hunks at one place',
      patched({ a: 'a\n'.repeat(30_000) }, `*** Update File: a\n${each(20_000, (at) => `@@\n+new ${at}\n`)}`),
    ],
    [
      'a text that is nearly there, again and again',
      replaced(`${'a'.repeat(2000)}b`.repeat(4000), `${'a'.repeat(2000)}bac`),
    ],
  ])('holds up nobody else: %s', (_, edit) => holdsUpNobody(edit));

  it('ends when it is cancelled, and changes nothing', async () => {
    const { dialect, tree, name, args } = looseEdits(6000);
    await using place = await openTree(tree);
    await using server = await startOwned(['--dialect', dialect, place.root]);
    const session = await openSession(server.url, OWNER_TOKEN);
    const other = await openSession(server.url, OWNER_TOKEN);
    let isOver = false;
    const edit = send(server.url, call(name, args(place.root), 'long'), { token: OWNER_TOKEN, session })
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'long' } };
    // The first may come before the call does.
    while (!isOver) await send(server.url, cancelled, { token: OWNER_TOKEN, session });
    await edit;
    const short = { path: place.path('a'), edits: [{ oldText: 'line 7\n', newText: 'seven\n' }] };
    const { body } = await send(server.url, call(name, short), { token: OWNER_TOKEN, session: other });
    expect(body.result.isError ?? false).toBe(false);
    expect(readFileSync(place.path('a'), 'utf8')).toBe(String(tree.a).replace('line 7\n', 'seven\n'));
  });
});
