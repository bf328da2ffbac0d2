import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStdioTransport } from './stdio-transport.ts';

describe('createStdioTransport', () => {
  it('answers a request whose result JSON cannot hold', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = createStdioTransport({ input, output, maxMessageSize: 1000 });
    transport.onmessage = (message) => {
      if ('id' in message) void transport.send({ jsonrpc: '2.0', id: message.id ?? 0, result: { size: 1n } });
    };
    await transport.start();
    input.write('{"jsonrpc":"2.0","id":"a","method":"size"}\n');
    const [line] = await once(output, 'data');
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0', id: 'a', error: { code: -32603 } });
    await transport.emptied();
  });
  it('answers what came before the input ended, though answers were not read then', async () => {
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
    const transport = createStdioTransport({ input, output, maxMessageSize: 1000 });
    transport.onmessage = (message) => {
      if ('id' in message) void transport.send({ jsonrpc: '2.0', id: message.id ?? 0, result: {} });
    };
    const hungUp = new Promise<void>((resolve) => {
      transport.onhangup = resolve;
    });
    await transport.start();
    const ids = [1, 2, 3, 4, 5];
    for (const id of ids) {
      input.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }) + (id === ids.length ? '' : '\n'));
      await nextTurn();
    }
    input.end();
    await hungUp;
    expect(transport.blocked).not.toBeNull();
    const answers: Buffer[] = [];
    output.on('data', (chunk) => answers.push(chunk));
    await transport.emptied();
    await transport.close();
    expect(
      Buffer.concat(answers)
        .toString()
        .match(/(?<="id":)\d/g)
        ?.map(Number),
    ).toEqual(ids);
  });
});
