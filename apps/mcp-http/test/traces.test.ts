import { openTree } from '@dragoman/testing';
import { expect, it } from 'vitest';
import { startOwned, OWNER_TOKEN as token } from './http-process.ts';
import { modern, sendModern } from './messages.ts';

// What an SDK of OpenTelemetry does as it is loaded, with spans that are written to stderr.
const SDK = (api: string) => `
  const { SpanKind, propagation, trace } = require(${JSON.stringify(api)});
  const parent = Symbol.for('parent');
  propagation.setGlobalPropagator({
    inject() {},
    extract: (context, carrier) => context.setValue(parent, carrier.traceparent),
    fields: () => ['traceparent'],
  });
  trace.setGlobalTracerProvider({
    getTracer: (scope) => ({
      startSpan(name, { kind, attributes }, context) {
        const span = { scope, name, kind: SpanKind[kind], attributes, parent: context.getValue(parent) };
        console.error('SPAN ' + JSON.stringify(span));
        return { setStatus() {}, end() {} };
      },
    }),
  });
`;

it('a process that was started with OpenTelemetry tells of each call, with the parent that its client names', async () => {
  await using tree = await openTree({ 'a.txt': 'hello\n' });
  const { createRequire } = await import('node:module');
  const api = createRequire(import.meta.url).resolve('@opentelemetry/api');
  const { writeFileSync } = await import('node:fs');
  writeFileSync(tree.path('sdk.cjs'), SDK(api));
  await using server = await startOwned(['--workdir', tree.root], {
    NODE_OPTIONS: `--require=${tree.path('sdk.cjs')}`,
  });
  const spans = () => [...server.log.matchAll(/^SPAN (.*)$/gm)].map(([, text = '']) => JSON.parse(text));
  const [header, meta] = ['1', '2'].map((digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`);
  const read = (name: string, traceparent?: string) =>
    modern(
      'tools/call',
      { name: 'Read', arguments: { file_path: tree.path(name) } },
      {
        meta: traceparent === undefined ? {} : { traceparent },
      },
    );
  const sending = { token, headers: { traceparent: header ?? '' } };
  await sendModern(server.url, read('a.txt'), sending);
  await sendModern(server.url, read('none', meta), sending);
  await expect.poll(() => spans().length).toBe(2);
  const about = { scope: 'dragoman-http', name: 'tools/call Read', kind: 'SERVER' };
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'Read',
    'mcp.protocol.version': '2026-07-28',
  };
  expect(spans()).toEqual([
    { ...about, attributes, parent: header },
    { ...about, attributes: { ...attributes, 'error.type': 'NOT_FOUND' }, parent: meta },
  ]);
});
