import { statSync, utimesSync, writeFileSync } from 'node:fs';

/** Returns when a change from now on has another time than all before; makes a file to see it by. */
export function passTick(probe: string): void {
  writeFileSync(probe, '');
  const { ctimeMs } = statSync(probe);
  while (statSync(probe).ctimeMs === ctimeMs) utimesSync(probe, 0, 0);
}
