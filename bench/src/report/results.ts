import type { Measurement } from '../measure/measure.ts';

/** The results of a run, as its JSON file holds them. */
export interface Results {
  /** Facts that a reader needs to judge the figures. */
  readonly machine: string;
  readonly groups: readonly ResultGroup[];
}

export interface ResultGroup {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

/** A row that fails the run. */
export interface Fault {
  readonly measurement: Measurement;
  /** The ratio that it should not have exceeded. */
  readonly bound: number;
}

const TOLERANCE = 1.15;

/** The rows that miss their target. */
export function missedTargets(measurements: readonly Measurement[]): Fault[] {
  return measurements.flatMap((measurement) => {
    const { ratio, target } = measurement;
    return target !== null && ratio > target ? [{ measurement, bound: target }] : [];
  });
}

/** The rows that grew by over 15 % since `before`, and by more than the samples of either run differ. */
export function regressions(before: readonly Measurement[], now: readonly Measurement[]): Fault[] {
  const earlier = new Map(before.map((row) => [keyOf(row), row]));
  return now.flatMap((measurement) => {
    const was = earlier.get(keyOf(measurement));
    const isWorse =
      was !== undefined && measurement.ratio > was.ratio * TOLERANCE && measurement.spread[0] > was.spread[1];
    return isWorse ? [{ measurement, bound: was.ratio }] : [];
  });
}

/**
 * The faults of a run that a second run of the same scenarios shows again: of many rows, some always meet a bad moment
 * of the machine.
 * @param measureAgain measures the scenarios of these names
 */
export async function confirmedFaults(
  faultsIn: (measurements: readonly Measurement[]) => readonly Fault[],
  measurements: readonly Measurement[],
  measureAgain: (names: ReadonlySet<string>) => Promise<readonly Measurement[]>,
): Promise<readonly Fault[]> {
  const suspects = faultsIn(measurements);
  if (suspects.length === 0) return [];
  const keys = new Set(suspects.map(({ measurement }) => keyOf(measurement)));
  const again = await measureAgain(new Set(suspects.map(({ measurement }) => measurement.name)));
  return faultsIn(again).filter(({ measurement }) => keys.has(keyOf(measurement)));
}

export function measurementsOf({ groups }: Pick<Results, 'groups'>): Measurement[] {
  return groups.flatMap(({ measurements }) => measurements);
}

/** A name that one row has, in each run. */
export function keyOf({ name, figure, against }: Pick<Measurement, 'name' | 'figure' | 'against'>): string {
  return `${name}, ${figure}, against ${against}`;
}
