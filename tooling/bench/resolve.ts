import { closeSync, mkdirSync, openSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import type { Scenario, Scope } from './scenario.ts';
import { timed } from './timed.ts';

// Short samples, and many rounds of them, so that most pass without a disturbance.
const TIMES = 100;

/** The path of a file eight directories below an allowed one. */
function deepFile({ directory }: Scope): string {
  const path = join(directory, 'a/b/c/d/e/f/g/h', 'file');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'deep');
  return path;
}

export const resolve: readonly Scenario[] = [
  {
    name: 'resolve and open a file eight directories deep',
    against: 'realpath, open',
    reference(scope) {
      const path = deepFile(scope);
      return timed(() => closeSync(openSync(realpathSync.native(path), 'r')), TIMES);
    },
    subject(scope) {
      const path = deepFile(scope);
      const volume = openLocalVolume({ allow: [scope.directory] });
      return timed(async () => (await volume.open(path)).close(), TIMES);
    },
    target: 1,
    unit: 'ms',
    rounds: 501,
  },
];
