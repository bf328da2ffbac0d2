import type { Growth } from './growth.ts';
import type { Measurement } from './measure.ts';
import type { Profile } from './profile.ts';
import type { TaskResult } from './tasks.ts';

/** The results of a run, as its JSON file holds them. */
export interface Results {
  readonly machine: Readonly<Record<string, string>>;
  readonly groups: readonly { readonly title: string; readonly measurements: readonly Measurement[] }[];
  readonly tasks: readonly TaskResult[];
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

/** The file of a run of a version that did not yet measure tasks has none. */
type Earlier = Omit<Results, 'tasks'> & Partial<Pick<Results, 'tasks'>>;

/** What grew by over 15 % since `before`, where both runs measured it. */
export function regressions(before: Earlier, now: Results): Regression[] {
  const earlier = ratiosOf(before);
  return [...ratiosOf(now)].flatMap(([name, ratio]) => {
    const was = earlier.get(name);
    return was === undefined || ratio <= was * TOLERANCE ? [] : [{ name, before: was, now: ratio }];
  });
}

export function measurementsOf({ groups }: Pick<Results, 'groups'>): Measurement[] {
  return groups.flatMap(({ measurements }) => measurements);
}

/** Each ratio of Dragoman's, by what it is the ratio of. */
function ratiosOf(results: Earlier): Map<string, number> {
  const scenarios = measurementsOf(results).map(
    ({ name, against, ratio }) => [`${name}, against ${against}`, ratio] as const,
  );
  const tasks = (results.tasks ?? []).flatMap(({ title, ways }) =>
    ways.filter(({ isOurs }) => isOurs).map(({ name, ratio }) => [`${title}: ${name}`, ratio] as const),
  );
  return new Map([...scenarios, ...tasks]);
}
