import { equal } from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { makeLines } from './inputs.ts';
import { startServer } from './pipe-client.ts';
import { outputOf } from './programs.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { DRAGOMAN, initialized, OFFICIAL, SDK } from './servers.ts';
import { shownText } from './shown-text.ts';
import { timedProcess } from './timed.ts';

/** From the start of the process to the answer to `initialize`. */
function started(args: readonly string[]): Sampler {
  return async () => {
    const began = performance.now();
    await using server = startServer(args);
    await initialized(server);
    return performance.now() - began;
  };
}

const dragoman = ({ directory }: Scope): Sampler => started([DRAGOMAN, '--log-level', 'error', directory]);

// The bundle of this file lies one level deeper than its source.
const COMMAND_LINE = join(import.meta.dirname, '../../../apps/cli/dist/main.js');

const FILE = 'ten-lines';
const FILE_BYTES = 350;

export const startUp: readonly Scenario[] = [
  {
    name: 'start, until initialize is answered',
    against: "the SDK's smallest server, bundled",
    reference: () => started([SDK]),
    subject: dragoman,
    target: 0.85,
    unit: 'ms',
    rounds: 31,
  },
  {
    name: 'start, beside the official filesystem server',
    against: 'the official filesystem server',
    reference: ({ directory }) => started([OFFICIAL, directory]),
    subject: dragoman,
    target: 0.35,
    unit: 'ms',
    rounds: 15,
  },
  {
    name: 'dragoman view of ten lines, the whole process',
    against: 'node -e 0',
    reference: () => timedProcess(process.execPath, ['-e', '0']),
    subject: (scope) => timedProcess(process.execPath, viewTen(scope)),
    agree(scope) {
      const path = makeLines(scope, FILE, FILE_BYTES);
      equal(shownText(outputOf(process.execPath, viewTen(scope))), outputOf('sed', ['-n', '1,10p', path]).trimEnd());
    },
    target: 1.5,
    unit: 'ms',
    rounds: 41,
  },
];

function viewTen(scope: Scope): string[] {
  const path = makeLines(scope, FILE, FILE_BYTES);
  return [COMMAND_LINE, '--workdir', scope.directory, 'view', path, '--view_range', '1,10'];
}
