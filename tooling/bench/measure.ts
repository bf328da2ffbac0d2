import { keepApart } from './apart.ts';
import { openScope } from './open-scope.ts';
import type { Sampler, Scenario } from './scenario.ts';

export interface Measurement extends Pick<Scenario, 'name' | 'against' | 'target' | 'unit'> {
  /** Median figure of each side. */
  readonly reference: number;
  readonly subject: number;
  /** Median of the ratios, pair by pair. */
  readonly ratio: number;
  /** First and third quartile of the ratios. */
  readonly spread: readonly [number, number];
}

interface Pair {
  readonly reference: number;
  readonly subject: number;
}

/** The fewest pairs that a hurried measurement takes, however long: fewer have no middle half. */
const FEWEST_PAIRS = 5;

/**
 * Samples both sides in turn, each as often first as second, so that a disturbance of the machine affects both.
 * @param hurryMs for quick results: warm-ups end after so long, the pairs after twice as long, and nothing is restarted
 */
export async function measure(scenario: Scenario, hurryMs = Number.POSITIVE_INFINITY): Promise<Measurement> {
  const runs = hurryMs < Number.POSITIVE_INFINITY ? 1 : 1 + (scenario.restarts ?? 0);
  const rounds = Math.ceil(scenario.rounds / runs);
  const pairs: Pair[] = [];
  for (let run = 0; run < runs; run++) pairs.push(...(await samplePairs({ ...scenario, rounds }, hurryMs)));
  const ratios = pairs.map((pair) => pair.subject / pair.reference);
  const { name, against, target, unit } = scenario;
  return {
    ...{ name, against, target, unit },
    reference: quantile(
      pairs.map((pair) => pair.reference),
      0.5,
    ),
    subject: quantile(
      pairs.map((pair) => pair.subject),
      0.5,
    ),
    ratio: quantile(ratios, 0.5),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

async function samplePairs(scenario: Scenario, hurryMs: number): Promise<Pair[]> {
  await using scope = openScope();
  if (scenario.keepApart) scope.use(keepApart());
  await scenario.agree?.(scope);
  const reference = await scenario.reference(scope);
  const subject = await scenario.subject(scope);
  const isWarmAt = performance.now() + hurryMs;
  for (let left = scenario.warmUps ?? 1; left > 0 && performance.now() < isWarmAt; left--) {
    await samplePair([reference, subject]);
  }
  const pairs: Pair[] = [];
  const until = performance.now() + 2 * hurryMs;
  for (let round = 0; round < scenario.rounds; round++) {
    if (round >= FEWEST_PAIRS && performance.now() > until) break;
    if (round % 2 === 0) {
      const [first, second] = await samplePair([reference, subject]);
      pairs.push({ reference: first, subject: second });
    } else {
      const [first, second] = await samplePair([subject, reference]);
      pairs.push({ reference: second, subject: first });
    }
  }
  return pairs;
}

async function samplePair([first, second]: readonly [Sampler, Sampler]): Promise<[number, number]> {
  return [await first(), await second()];
}

/** The value below which `share` of the values lie; between two of them, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
