import { quantile } from './measure.ts';
import { openScope } from './open-scope.ts';
import type { Side } from './scenario.ts';

/** How a figure grows with the size of what it works on. */
export interface GrowthPlan {
  readonly title: string;
  /** Stable and short: names the chart's file. */
  readonly id: string;
  /** What the sizes count. */
  readonly of: 'bytes' | 'files';
  readonly unit: 'ms' | 'MB';
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly lines: readonly { readonly name: string; readonly side: (size: number) => Side }[];
}

export interface Growth extends Pick<GrowthPlan, 'title' | 'id' | 'of' | 'unit'> {
  readonly lines: readonly GrowthLine[];
}

export interface GrowthLine {
  readonly name: string;
  /** Medians. */
  readonly points: readonly { readonly size: number; readonly figure: number }[];
  /** The exponent k of figure ~ size^k that fits best: 0 for level, 1 for in proportion. */
  readonly slope: number;
}

/** Measures each line at each size, in turn, so that a disturbance of the machine affects all lines. */
export async function measureGrowth(plan: GrowthPlan, rounds = plan.rounds): Promise<Growth> {
  const figures = new Map(plan.lines.map(({ name }) => [name, [] as { size: number; figure: number }[]]));
  for (const size of plan.sizes) {
    await using scope = openScope();
    const samplers = [];
    for (const { name, side } of plan.lines) samplers.push({ name, sample: await side(size)(scope), figures: [0] });
    for (const { sample } of samplers) await sample();
    for (const sampler of samplers) sampler.figures.length = 0;
    for (let round = 0; round < rounds; round++) {
      for (const sampler of samplers) sampler.figures.push(await sampler.sample());
    }
    for (const sampler of samplers) figures.get(sampler.name)?.push({ size, figure: quantile(sampler.figures, 0.5) });
  }
  const { title, id, of, unit } = plan;
  const lines = [...figures].map(([name, points]) => ({ name, points, slope: slopeOf(points) }));
  return { title, id, of, unit, lines };
}

/** The exponent by least squares through the logarithms of both. */
export function slopeOf(points: GrowthLine['points']): number {
  const places = points.map(({ size, figure }) => ({ x: Math.log(size), y: Math.log(figure) }));
  const meanX = places.reduce((sum, { x }) => sum + x, 0) / places.length;
  const meanY = places.reduce((sum, { y }) => sum + y, 0) / places.length;
  const rise = places.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return rise / places.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
