import { makeLines } from './inputs.ts';
import type { Scenario, Scope } from './scenario.ts';
import { shownText } from './shown-text.ts';
import type { Way } from './tasks.ts';
import { WARM_UPS } from './timed.ts';
import { type Args, bare, between, type Call, dragoman } from './ways.ts';

const KB = 1024;

function whole(bytes: number, args: (path: string) => Args): Call {
  return { args: (scope: Scope) => args(makeLines(scope, 'whole', bytes)), outcome: shownText };
}

interface Reading {
  readonly name: string;
  readonly bytes: number;
  readonly way: (bytes: number) => Way;
  readonly target: number;
}

/** The most that each shows at once, but 96 KB at most. */
const readings: readonly Reading[] = [
  {
    name: 'view, all of 96 KB, numbered',
    bytes: 96 * KB,
    way: (bytes) =>
      dragoman(
        'editor',
        'view',
        whole(bytes, (path) => ({ path, view_range: [1, 10_000] })),
      ),
    target: 2.8,
  },
  {
    name: 'Read, all of 80 KB, numbered',
    bytes: 80 * KB,
    way: (bytes) =>
      dragoman(
        'claude-code',
        'Read',
        whole(bytes, (file_path) => ({ file_path, limit: 10_000 })),
      ),
    target: 2.8,
  },
  {
    name: 'read_file, all of 96 KB, exact',
    bytes: 96 * KB,
    way: (bytes) =>
      dragoman(
        'gemini',
        'read_file',
        whole(bytes, (absolute_path) => ({ absolute_path, limit: 10_000 })),
      ),
    target: 2,
  },
];

export const wholeFile: readonly Scenario[] = readings.map(({ name, bytes, way, target }) => ({
  ...{ name, against: 'bare Node that sends as much', target, unit: 'ms', rounds: 31, warmUps: WARM_UPS },
  ...between(
    bare(
      'send',
      'readFile',
      whole(bytes, (path) => ({ path })),
    ),
    way(bytes),
  ),
}));
