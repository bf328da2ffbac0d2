import { quantile } from './measure.ts';
import { openScope } from './open-scope.ts';
import type { Side } from './scenario.ts';

/** A measurement of how figures grow with the size of what is worked on. */
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
  /** The median figure at each size. */
  readonly points: readonly { readonly size: number; readonly figure: number }[];
  /** The k of figure ~ size^k that fits best: 0 for constant, 1 for in proportion. */
  readonly slope: number;
}

/** Samples all lines in turn, size by size, so that a disturbance of the machine affects all of them. */
export async function measureGrowth(plan: GrowthPlan, rounds = plan.rounds): Promise<Growth> {
  const pointsOf = new Map(plan.lines.map(({ name }) => [name, [] as { size: number; figure: number }[]]));
  for (const size of plan.sizes) {
    await using scope = openScope();
    const samplers = [];
    for (const { name, side } of plan.lines) {
      const figures: number[] = [];
      samplers.push({ name, sample: await side(size)(scope), figures });
    }
    // One run is not counted: it loads code and fills caches.
    for (const { sample } of samplers) await sample();
    for (let round = 0; round < rounds; round++) {
      for (const sampler of samplers) sampler.figures.push(await sampler.sample());
    }
    for (const sampler of samplers) pointsOf.get(sampler.name)?.push({ size, figure: quantile(sampler.figures, 0.5) });
  }
  const { title, id, of, unit } = plan;
  const lines = [...pointsOf].map(([name, points]) => ({ name, points, slope: slopeOf(points) }));
  return { title, id, of, unit, lines };
}

/** Fits a line through the logarithms of sizes and figures by least squares, and returns its slope. */
export function slopeOf(points: GrowthLine['points']): number {
  const places = points.map(({ size, figure }) => ({ x: Math.log(size), y: Math.log(figure) }));
  const meanX = places.reduce((sum, { x }) => sum + x, 0) / places.length;
  const meanY = places.reduce((sum, { y }) => sum + y, 0) / places.length;
  const rise = places.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return rise / places.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
