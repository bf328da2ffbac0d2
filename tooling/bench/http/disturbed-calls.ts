import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { makeLines } from '../inputs.ts';
import type { Scenario, Side } from '../scenario.ts';
import { timedCalls } from '../timed.ts';
import { tenLines } from './http-calls.ts';

// Of calls one after the other, in another process than the clients that disturb them.
const P99 = { share: 0.99, times: 600 };

const undisturbed: Side = async (scope) => {
  const { call } = await tenLines(scope, 1);
  return timedCalls(call, P99);
};

/** The same while other clients misbehave. */
const disturbed =
  (kind: string): Side =>
  async (scope) => {
    const { call, server } = await tenLines(scope, 1);
    const large = makeLines(scope, 'large', 1024 * 1024);
    const sample = timedCalls(call, P99);
    return async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'disturber.js'), kind, server.url, large], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'close');
      await once(child.stdout, 'data');
      const took = await sample();
      child.kill('SIGKILL');
      await ended;
      return took;
    };
  };

const DISTURBANCES: Readonly<Record<string, string>> = {
  'wrong tokens': '1,000 wrong tokens a second',
  'forged session ids': '1,000 forged session ids a second',
  'slow headers': '500 clients that send headers a byte at a time',
  'idle connections': '5,000 idle connections',
  'unread answers': '50 clients that read no answer',
  'bodies of 64 MB': 'two clients that send 64 MB again and again',
};

export const disturbedCalls: readonly Scenario[] = Object.entries(DISTURBANCES).map(([kind, what]) => ({
  ...{ name: `p99 of others' calls beside ${what}`, against: 'the same without', target: 1.5, unit: 'ms' },
  ...{ rounds: 3, warmUps: 1, keepApart: true, reference: undisturbed, subject: disturbed(kind) },
}));
