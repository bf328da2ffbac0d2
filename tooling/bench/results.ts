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
  /** What is measured as one: a scenario, by `keyOf`, or a task, by its title. */
  readonly measured: string;
  readonly before: number;
  readonly now: number;
}

const TOLERANCE = 1.15;

/** The file of a run of a version that did not yet measure tasks has none. */
type Earlier = Omit<Results, 'tasks'> & Partial<Pick<Results, 'tasks'>>;

/** What grew by over 15 % since `before`, and by more than the samples of either run differ among themselves. */
export function regressions(before: Earlier, now: Results): Regression[] {
  const earlier = new Map(figuresOf(before).map((figure) => [figure.name, figure]));
  return figuresOf(now).flatMap(({ name, measured, ratio, spread }) => {
    const was = earlier.get(name);
    const isWorse = was !== undefined && ratio > was.ratio * TOLERANCE && spread[0] > was.spread[1];
    return isWorse ? [{ name, measured, before: was.ratio, now: ratio }] : [];
  });
}

/**
 * The regressions that show a second time, if only what seems worse is measured again: of a hundred rows, some always
 * meet a bad moment of the machine.
 */
export async function confirmedRegressions(
  before: Earlier,
  suspects: readonly Regression[],
  measureAgain: (measured: ReadonlySet<string>) => Promise<Results>,
): Promise<Regression[]> {
  if (suspects.length === 0) return [];
  const suspected = new Set(suspects.map(({ name }) => name));
  const again = await measureAgain(new Set(suspects.map(({ measured }) => measured)));
  return regressions(before, again).filter(({ name }) => suspected.has(name));
}

export function keyOf({ name, against }: Pick<Measurement, 'name' | 'against'>): string {
  return `${name}, against ${against}`;
}

export function measurementsOf({ groups }: Pick<Results, 'groups'>): Measurement[] {
  return groups.flatMap(({ measurements }) => measurements);
}

/** Each of Dragoman's ratios, by a unique name. */
function figuresOf(results: Earlier): Figure[] {
  const scenarios = measurementsOf(results).map((row) => {
    const { ratio, spread } = row;
    return { name: keyOf(row), measured: keyOf(row), ratio, spread };
  });
  const tasks = (results.tasks ?? []).flatMap(({ title, ways }) =>
    ways
      .filter(({ isOurs }) => isOurs)
      .map(({ name, ratio, spread }) => ({ name: `${title}: ${name}`, measured: title, ratio, spread })),
  );
  return [...scenarios, ...tasks];
}

type Figure = Pick<Regression, 'name' | 'measured'> & Pick<Measurement, 'ratio' | 'spread'>;
