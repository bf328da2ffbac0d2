import { openScope } from './open-scope.ts';
import { quantile } from './sampling.ts';
import type { Figure, Sample, Sampler, Scenario } from './scenario.ts';

/** One row of the report: one figure of a scenario. */
export interface Measurement extends Pick<Scenario, 'name' | 'against'> {
  readonly figure: Figure;
  readonly target: number | null;
  /** Median of each side. */
  readonly reference: number;
  readonly subject: number;
  /** Median of the ratios, pair by pair. */
  readonly ratio: number;
  /** First and third quartile of the ratios. */
  readonly spread: readonly [number, number];
}

/**
 * Samples both sides in turn, each as often first as second, so that a disturbance of the machine affects both. A
 * figure that the system does not tell is left out.
 */
export async function measure(scenario: Scenario): Promise<Measurement[]> {
  const pairs = await samplePairs(scenario);
  return Object.entries(scenario.targets).flatMap(([key, target]) => {
    const figure = key as Figure;
    const reference = pairs.map(([sample]) => sample[figure] ?? Number.NaN);
    const subject = pairs.map(([, sample]) => sample[figure] ?? Number.NaN);
    if ([...reference, ...subject].some(Number.isNaN)) return [];
    const ratios = subject.map((value, at) => value / (reference[at] ?? Number.NaN));
    return {
      ...{ name: scenario.name, against: scenario.against, figure, target },
      ...{ reference: quantile(reference, 0.5), subject: quantile(subject, 0.5), ratio: quantile(ratios, 0.5) },
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    };
  });
}

/** Pairs of samples, that of the reference first. */
async function samplePairs(scenario: Scenario): Promise<[Sample, Sample][]> {
  await scenario.agree?.();
  await using referenceScope = openScope();
  const reference = await scenario.reference(referenceScope);
  await using subjectScope = openScope();
  const subject = await scenario.subject(subjectScope);
  for (let left = scenario.warmUps ?? 1; left > 0; left--) await samplePair([reference, subject]);
  const pairs: [Sample, Sample][] = [];
  for (let round = 0; round < scenario.rounds; round++) {
    const isReferenceFirst = round % 2 === 0;
    const [first, second] = await samplePair(isReferenceFirst ? [reference, subject] : [subject, reference]);
    pairs.push(isReferenceFirst ? [first, second] : [second, first]);
  }
  return pairs;
}

async function samplePair([first, second]: readonly [Sampler, Sampler]): Promise<[Sample, Sample]> {
  return [await first(), await second()];
}
