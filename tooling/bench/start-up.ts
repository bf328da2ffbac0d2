import { startServer } from './pipe-client.ts';
import type { Sampler, Scenario, Scope } from './scenario.ts';
import { DRAGOMAN, initialized, OFFICIAL, SDK } from './servers.ts';

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
];
