import { equal } from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openLocalVolume } from '@dragoman/fs-core';
import type { Scenario, Scope } from './scenario.ts';
import { timed } from './timed.ts';

// Short samples, and many rounds of them, so that most pass without a disturbance.
const TIMES = 100;

/** Gives the paths of two files eight directories below an allowed one in turn, so that neither stays open. */
function deepFiles({ directory }: Scope): () => string {
  const paths = ['file', 'other'].map((name) => join(directory, 'a/b/c/d/e/f/g/h', name));
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'deep');
  }
  let asked = 0;
  return () => paths[asked++ % paths.length] ?? '';
}

export const resolve: readonly Scenario[] = [
  {
    name: 'resolve and open a file eight directories deep',
    against: 'realpath, open',
    reference(scope) {
      const next = deepFiles(scope);
      return timed(() => closeSync(openSync(realpathSync.native(next()), 'r')), TIMES);
    },
    subject(scope) {
      const next = deepFiles(scope);
      const volume = openLocalVolume({ allow: [scope.directory] });
      return timed(async () => (await volume.open(next())).close(), TIMES);
    },
    async agree(scope) {
      using file = await openLocalVolume({ allow: [scope.directory] }).open(deepFiles(scope)());
      equal(file.realPath, realpathSync.native(deepFiles(scope)()));
    },
    target: 1,
    unit: 'ms',
    rounds: 501,
  },
];
