import { keepApart } from './apart.ts';
import { quantile } from './measure.ts';
import { openScope } from './open-scope.ts';
import type { Scope } from './scenario.ts';

/** A piece of work that several programs can do, each in its own way. */
export interface Task {
  readonly title: string;
  /** In the order of the report; the others are compared with the first. */
  readonly ways: readonly Way[];
  /** The directory of the files that the work is about. Default: an empty one, made for it. */
  readonly directory?: () => string;
  /** Client and servers keep to processors of their own: for calls so short that it matters who shares one. */
  readonly keepApart?: boolean;
}

/** One way to do the work. */
export interface Way {
  readonly name: string;
  /** Whether it is Dragoman's, and so ours to mend when it gets slower. */
  readonly isOurs: boolean;
  readonly open: (scope: Scope) => Worker | Promise<Worker>;
}

/** What does the work, ready to do it many times. */
export interface Worker {
  /** Does it once, and resolves with the answer; `run` counts the times, from 0. */
  readonly act: (run: number) => string | Promise<string>;
  /** What of the answer, or of what the work left behind, is the same for all ways; absent if none does the work. */
  readonly outcome?: (answer: string) => string;
  /** The most memory that it had resident so far, in MB; null if the system does not tell. */
  readonly peakMemory: () => number | null;
}

/** How many samples of each way are taken: in turn, so that a disturbance of the machine affects all of them. */
export interface Effort {
  readonly rounds: number;
  readonly warmUps: number;
}

export interface TaskResult {
  readonly title: string;
  readonly ways: readonly WayResult[];
}

export interface WayResult extends Pick<Way, 'name' | 'isOurs'> {
  /** Milliseconds that half of all calls stay below, and 99 of 100. */
  readonly p50: number;
  readonly p99: number;
  readonly calls: number;
  /** Its median beside that of the first way, round by round: the median, the first and the third quartile. */
  readonly ratio: number;
  readonly spread: readonly [number, number];
  readonly peakMemory: number | null;
}

// A sample has as many calls as give a median, or as fit into a time in which the machine stays as it is.
const SAMPLE_CALLS = 100;
const SAMPLE_MS = 100;

/**
 * Measures each way of a task.
 * @throws Error if two ways do not have the same outcome; nothing is timed then
 */
export async function measureTask(task: Task, { rounds, warmUps }: Effort): Promise<TaskResult> {
  await using scope = openScope();
  if (task.keepApart) scope.use(keepApart());
  const shared: Scope = { ...scope, directory: task.directory?.() ?? scope.directory };
  const lanes: Lane[] = [];
  for (const way of task.ways) lanes.push(await openLane(way, shared));
  await assertAgreement(lanes);
  for (let left = warmUps; left > 0; left--) {
    for (const lane of lanes) await lane.sample();
  }
  for (const lane of lanes) lane.forget();
  for (let round = 0; round < rounds; round++) {
    const first = round % lanes.length;
    for (const lane of [...lanes.slice(first), ...lanes.slice(0, first)]) await lane.sample();
  }
  const [reference] = lanes;
  return { title: task.title, ways: reference ? lanes.map((lane) => lane.result(reference)) : [] };
}

/**
 * Does the work once in each way.
 * @throws Error if two ways do not have the same outcome
 */
export async function assertAgreement(doers: readonly { readonly way: Way; readonly worker: Worker }[]): Promise<void> {
  let first: { readonly name: string; readonly outcome: string } | null = null;
  for (const { way, worker } of doers) {
    const { name } = way;
    const outcome = worker.outcome?.(await worker.act(0));
    if (outcome === undefined) continue;
    first ??= { name, outcome };
    if (outcome !== first.outcome) throw new Error(`"${name}" does not come to the same as "${first.name}"`);
  }
}

/** A way that is being measured. */
interface Lane {
  readonly way: Way;
  readonly worker: Worker;
  /** The median of each sample that counts. */
  readonly medians: readonly number[];
  sample(): Promise<void>;
  /** Starts counting. */
  forget(): void;
  result(reference: Lane): WayResult;
}

async function openLane(way: Way, scope: Scope): Promise<Lane> {
  const worker = await way.open(scope);
  // Whether they agree was seen in the first run.
  let run = 1;
  let took: number[] = [];
  let medians: number[] = [];
  return {
    way,
    worker,
    get medians() {
      return medians;
    },
    async sample() {
      const sample: number[] = [];
      for (const until = performance.now() + SAMPLE_MS; sample.length < SAMPLE_CALLS && performance.now() < until; ) {
        const start = performance.now();
        await worker.act(run++);
        sample.push(performance.now() - start);
      }
      took.push(...sample);
      medians.push(quantile(sample, 0.5));
    },
    forget() {
      took = [];
      medians = [];
    },
    result(reference) {
      const ratios = medians.map((median, round) => median / (reference.medians[round] ?? Number.NaN));
      return {
        ...{ name: way.name, isOurs: way.isOurs, calls: took.length },
        ...{ p50: quantile(took, 0.5), p99: quantile(took, 0.99), ratio: quantile(ratios, 0.5) },
        spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
        peakMemory: worker.peakMemory(),
      };
    },
  };
}
