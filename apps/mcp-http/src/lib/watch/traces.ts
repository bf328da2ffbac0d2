import type { CallRecord } from './call-log.ts';
import type { Watch } from './watch.ts';

// Where the interface of OpenTelemetry keeps what a deployer has loaded.
const REGISTRY = Symbol.for('opentelemetry.js.api.1');

/** A span for each call, if the process was started with an SDK of OpenTelemetry; else null. */
export async function openTraces(scope: string): Promise<Partial<Watch> | null> {
  if (!(REGISTRY in globalThis)) return null;
  const { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer(scope);
  const answered = ({ method, tool, isKnown, code, ms, beganMs, version, parent }: CallRecord): void => {
    const name = isKnown ? tool : 'unknown';
    const isTool = method === 'tools/call';
    const attributes = {
      'mcp.method.name': method,
      ...(isTool && { 'gen_ai.tool.name': name }),
      'mcp.protocol.version': version,
      ...(code !== 'OK' && { 'error.type': code }),
    };
    const context = parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
    const options = { kind: SpanKind.SERVER, startTime: beganMs, attributes };
    const span = tracer.startSpan(isTool ? `${method} ${name}` : method, options, context);
    if (code !== 'OK') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(beganMs + ms);
  };
  return { answered };
}
