import { describe, expect, it } from 'vitest';
import type { CallRecord } from './call-log.ts';
import { createMetrics } from './metrics.ts';

const gauges = { callsRunning: () => 2, callsWaiting: () => 3, sessions: () => 4, eventLoopDelay: () => 0.5 };

const answered = (part: Partial<CallRecord> = {}): CallRecord => ({
  ...{ request: '1', principal: 'ann', method: 'tools/call', tool: 'Read', ms: 7, bytes: 100, code: 'OK' },
  ...{ isKnown: true, written: 0, conflictIn: null, beganMs: 0, version: '2025-11-25', parent: null, ...part },
});

const open = (namesPrincipals = false) => createMetrics(gauges, { namesPrincipals });

describe('createMetrics', () => {
  it('has each family once, from the beginning, and ends as OpenMetrics demands', () => {
    const text = open().text();
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    expect(families).toEqual([
      'dragoman_calls counter',
      'dragoman_call_seconds histogram',
      'dragoman_bytes_read counter',
      'dragoman_bytes_written counter',
      'dragoman_auth_refused counter',
      'dragoman_refused counter',
      'dragoman_store_requests counter',
      'dragoman_conflicts counter',
      'dragoman_worker_stuck counter',
      'dragoman_calls_running gauge',
      'dragoman_calls_waiting gauge',
      'dragoman_sessions gauge',
      'dragoman_event_loop_delay_seconds gauge',
    ]);
    for (const line of ['calls_running 2', 'calls_waiting 3', 'sessions 4', 'event_loop_delay_seconds 0.5'])
      expect(text).toContain(`\ndragoman_${line}\n`);
    expect(text.endsWith('# EOF\n')).toBe(true);
  });

  it('counts calls by tool and code, what they read and wrote, and how long they took', () => {
    const metrics = open();
    metrics.answered(answered());
    metrics.wrote(30);
    metrics.answered(answered({ tool: 'Edit', written: 30, ms: 70_000 }));
    metrics.answered(answered({ tool: 'Edit', code: 'NO_MATCH' }));
    const text = metrics.text();
    expect(text).toContain('dragoman_calls_total{tool="Edit",code="NO_MATCH"} 1\n');
    expect(text).toContain('dragoman_bytes_read_total 200\n');
    expect(text).toContain('dragoman_bytes_written_total 30\n');
    expect(text).toContain('dragoman_call_seconds_bucket{tool="Read",le="0.005"} 0\n');
    expect(text).toContain('dragoman_call_seconds_bucket{tool="Read",le="0.01"} 1\n');
    expect(text).toContain('dragoman_call_seconds_bucket{tool="Edit",le="60"} 1\n');
    expect(text).toContain('dragoman_call_seconds_bucket{tool="Edit",le="+Inf"} 2\n');
    expect(text).toContain('dragoman_call_seconds_count{tool="Edit"} 2\n');
  });

  it('counts what was refused, what stores were asked, and what others had changed', () => {
    const metrics = open();
    metrics.refused({ reason: 'invalid_token', status: 401, from: '' });
    metrics.refused({ reason: 'host', status: 403, from: '' });
    metrics.storeAnswered('GetObject', 200);
    metrics.storeAnswered('GetObject', 200);
    metrics.storeAnswered('PutObject', 0);
    metrics.answered(answered({ code: 'CONFLICT', conflictIn: 's3://bucket' }));
    metrics.workerStuck();
    const text = metrics.text();
    expect(text).toContain('dragoman_auth_refused_total{reason="invalid_token"} 1\n');
    expect(text).toContain('dragoman_refused_total{reason="invalid_token"} 1\n');
    expect(text).toContain('dragoman_refused_total{reason="host"} 1\n');
    expect(text).toContain('dragoman_refused_total{reason="quota"} 0\n');
    expect(text).not.toContain('dragoman_auth_refused_total{reason="host"}');
    expect(text).toContain('dragoman_store_requests_total{operation="GetObject",status="200"} 2\n');
    expect(text).toContain('dragoman_store_requests_total{operation="PutObject",status="0"} 1\n');
    expect(text).toContain('dragoman_conflicts_total{volume="s3://bucket"} 1\n');
    expect(text).toContain('dragoman_worker_stuck_total 1\n');
  });

  it('names principals only where it is told to, and no name breaks a line', () => {
    const odd = answered({ principal: 'a"b\\c\nd', tool: 'made up', isKnown: false });
    const [silent, naming] = [open(), open(true)];
    for (const metrics of [silent, naming]) metrics.answered(odd);
    expect(silent.text()).toContain('dragoman_calls_total{tool="unknown",code="OK"} 1\n');
    expect(silent.text()).not.toContain('made up');
    expect(naming.text()).toContain('dragoman_calls_total{tool="unknown",code="OK",principal="a\\"b\\\\c\\nd"} 1\n');
  });
});
