import { AUTH_REASONS } from '../who/auth-failure.ts';
import type { CallRecord } from './call-log.ts';
import { createCounter, createHistogram, gaugeText } from './open-metrics.ts';
import { REFUSAL_REASONS } from './refusals.ts';
import type { Watch } from './watch.ts';

/** Counts what the server does. */
export interface Metrics extends Watch {
  /** All metrics in the format of OpenMetrics. */
  text(): string;
}

export interface Gauges {
  readonly callsRunning: () => number;
  readonly callsWaiting: () => number;
  readonly sessions: () => number;
  /** Seconds: the longest that the process was busy since it was last asked. */
  readonly eventLoopDelay: () => number;
}

/** @param namesPrincipals whether calls are counted by principal, whose names are public then */
export function createMetrics(gauges: Gauges, { namesPrincipals }: { readonly namesPrincipals: boolean }): Metrics {
  const calls = createCounter('dragoman_calls', 'Calls of tools that are over');
  const seconds = createHistogram('dragoman_call_seconds', 'How long calls took');
  const read = createCounter('dragoman_bytes_read', 'Bytes of answers to calls that only read');
  const written = createCounter('dragoman_bytes_written', 'Bytes that calls have written');
  const notLetIn = createCounter('dragoman_auth_refused', 'Requests that were not let in');
  const refused = createCounter('dragoman_refused', 'Requests that were refused, for whatever reason');
  const stores = createCounter('dragoman_store_requests', 'Requests to object stores');
  const conflicts = createCounter('dragoman_conflicts', 'Calls that found that another had changed a file');
  const stuck = createCounter('dragoman_worker_stuck', 'Threads that were given up');
  for (const plain of [read, written, stuck]) plain.add(0);
  for (const reason of REFUSAL_REASONS) refused.add(0, { reason });
  const answered = (call: CallRecord): void => {
    // Clients choose names; only those of tools may become labels.
    const tool = call.isKnown ? call.tool : 'unknown';
    calls.add(1, { tool, code: call.code, ...(namesPrincipals && { principal: call.principal }) });
    seconds.observe(call.ms / 1000, { tool });
    if (call.conflictIn !== null) conflicts.add(1, { volume: call.conflictIn });
    if (call.written === 0) read.add(call.bytes);
  };
  return {
    answered,
    refused({ reason }) {
      refused.add(1, { reason });
      if (AUTH_REASONS.some((one) => one === reason)) notLetIn.add(1, { reason });
    },
    wrote: (bytes) => written.add(bytes),
    storeAnswered: (operation, status) => stores.add(1, { operation, status: String(status) }),
    workerStuck: () => stuck.add(1),
    text: () =>
      [
        ...[calls, seconds, read, written, notLetIn, refused, stores, conflicts, stuck].map((family) => family.text()),
        gaugeText('dragoman_calls_running', 'Calls under way', gauges.callsRunning()),
        gaugeText('dragoman_calls_waiting', 'Calls that wait for their turn', gauges.callsWaiting()),
        gaugeText('dragoman_sessions', 'Sessions that are kept', gauges.sessions()),
        gaugeText('dragoman_event_loop_delay_seconds', 'Longest delay since the last reading', gauges.eventLoopDelay()),
        '# EOF\n',
      ].join(''),
  };
}
