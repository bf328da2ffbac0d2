import type { Growth } from './growth.ts';
import type { Measurement } from './measure.ts';
import type { Profile } from './profile.ts';

/** The results of a run, as its JSON file holds them. */
export interface Results {
  readonly machine: Readonly<Record<string, string>>;
  readonly groups: readonly { readonly title: string; readonly measurements: readonly Measurement[] }[];
  readonly growths: readonly Growth[];
  readonly profiles: readonly Profile[];
}

/** A ratio that got worse since another run by more than the machine's noise. */
export interface Regression {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

const TOLERANCE = 1.15;

/** What grew by over 15 % since `before`, where both runs measured it. */
export function regressions(before: Results, now: Results): Regression[] {
  const earlier = new Map(measurementsOf(before).map((measurement) => [keyOf(measurement), measurement.ratio]));
  return measurementsOf(now).flatMap((measurement) => {
    const ratio = earlier.get(keyOf(measurement));
    if (ratio === undefined || measurement.ratio <= ratio * TOLERANCE) return [];
    return [{ name: keyOf(measurement), before: ratio, now: measurement.ratio }];
  });
}

export function measurementsOf({ groups }: Results): Measurement[] {
  return groups.flatMap(({ measurements }) => measurements);
}

function keyOf({ name, against }: Measurement): string {
  return `${name}, against ${against}`;
}
