import { statSync, utimesSync, writeFileSync } from 'node:fs';

/** Returns when any change from now on gets a later time than all before; makes a file to tell by. */
export function passTick(probe: string): void {
  writeFileSync(probe, '');
  const { ctimeMs } = statSync(probe);
  while (statSync(probe).ctimeMs === ctimeMs) utimesSync(probe, 0, 0);
}
