import { join } from 'node:path';
import process from 'node:process';
import { ENGINE_NAMES, startEngine } from '../../packages/testing/src/shared-mounts/start-engine.ts';
import type { Measurement } from './measure.ts';
import type { Results } from './results.ts';
import type { Scenario } from './scenario.ts';
import { sharedMounts } from './shared-mounts.ts';
import { tableRow } from './table.ts';

// The bundle of this file lies one level deeper than its source.
const SCRIPT = join(import.meta.dirname, '../../../packages/testing/src/shared-mounts/engine.sh');

/**
 * Measures on each file system of several machines that can be run here; says which cannot.
 * @param measureChosen measures a scenario, or resolves with null if it is not asked for
 */
export async function measureSharedMounts(
  measureChosen: (scenario: Scenario) => Promise<Measurement | null>,
): Promise<Results['groups']> {
  const groups = [];
  for (const name of ENGINE_NAMES) {
    try {
      await using mounts = await startEngine(name, SCRIPT);
      const measurements: Measurement[] = [];
      for (const scenario of sharedMounts(name, mounts)) {
        const measurement = await measureChosen(scenario);
        if (measurement === null) continue;
        process.stdout.write(`${tableRow(measurement)}\n`);
        measurements.push(measurement);
      }
      groups.push({ title: `On ${name}`, measurements });
    } catch (error) {
      process.stdout.write(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  return groups;
}
