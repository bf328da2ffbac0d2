/** A figure that a sample yields; smaller is always better. */
export type Figure = 'time' | 'CPU' | 'memory';

/** Units of the figures. */
export const UNITS = { time: 'ms', CPU: 'ms', memory: 'MB' } as const;

/** The figures of one sample; null where the system does not tell. */
export type Sample = Readonly<Partial<Record<Figure, number | null>>>;

export type Sampler = () => Sample | Promise<Sample>;

/** Opens one side of a comparison, to be sampled many times. The scope closes its resources in the end. */
export type Side = (scope: Scope) => Sampler | Promise<Sampler>;

/** Work that is measured, and the work that it is compared with, on the same machine in the same minute. */
export interface Scenario {
  readonly name: string;
  /** Name of the reference, in a few words. */
  readonly against: string;
  readonly reference: Side;
  readonly subject: Side;
  /** The figures to report, each with the greatest ratio of subject to reference that passes; null for none. */
  readonly targets: Readonly<Partial<Record<Figure, number | null>>>;
  /** Number of pairs of samples. */
  readonly rounds: number;
  /** Pairs of samples before those, which do not count: they load code and fill caches. Default 1. */
  readonly warmUps?: number;
  /** Rejects unless both sides do the same work; called before anything is timed. */
  readonly agree?: () => Promise<void>;
  /** Resolves to the reason why this machine cannot run the scenario, or to null. */
  readonly obstacle?: () => Promise<string | null>;
}

/** The resources of one side, or of both, for one run of a scenario. */
export interface Scope {
  /** A temporary directory, empty at first. */
  readonly directory: string;
  /** Closes a resource when the scenario is over. */
  use<Resource extends Disposable | AsyncDisposable>(resource: Resource): Resource;
}
