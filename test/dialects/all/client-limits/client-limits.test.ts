import { DIALECTS, type Dialect, testSample } from '@dragoman/testing';
import { describe, expect, it } from 'vitest';
import { CLIENTS, joined } from './clients.ts';
import { FILES } from './files.ts';
import { clientLimitsSuite, serveTo } from './suite.ts';

// All calls of some of the dialects, each by another client.
clientLimitsSuite(
  testSample(DIALECTS, 3).flatMap((dialect, index) => {
    const client = CLIENTS[index % CLIENTS.length];
    return client === undefined ? [] : [{ ...client, dialect }];
  }),
);

describe('the size of a result', () => {
  const sizeOf = async (client: string, dialect: Dialect, ...args: string[]) => {
    await using server = await serveTo(client, dialect, { 'wide.txt': FILES['wide.txt'] ?? '' }, args);
    const result = await server.call('view', { path: 'wide.txt' });
    return Buffer.byteLength(joined(result));
  };

  it('is what the user set, whatever the client', async () => {
    expect(await sizeOf('codex-mcp-client', 'editor', '--max-response-size', '200KB')).toBeGreaterThan(190_000);
    expect(await sizeOf('gemini-cli', 'editor', '--max-response-size', '5KB')).toBeLessThanOrEqual(5 * 1024);
  });

  it('is the dialect’s for other clients, and comes near to what a client shows', async () => {
    expect(await sizeOf('opencoder', 'editor')).toBeGreaterThan(400_000);
    expect(await sizeOf('opencode', 'editor')).toBeGreaterThan(50_000);
    expect(await sizeOf('codex-mcp-client', 'editor')).toBeGreaterThan(39_000);
    expect(await sizeOf('gemini-cli-mcp-client', 'editor')).toBeGreaterThan(110_000);
  });
});
