import { once } from 'node:events';
import { PassThrough } from 'node:stream';
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
    await transport.settled();
  });
});
