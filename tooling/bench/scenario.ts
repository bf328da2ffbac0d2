/** Takes one figure, in the scenario's unit. Smaller is always better. */
export type Sampler = () => number | Promise<number>;

/** One side of a comparison. It is opened once and sampled many times; the scope closes its resources in the end. */
export type Side = (scope: Scope) => Sampler | Promise<Sampler>;

/** Something that is measured, and what it is compared with on the same machine in the same minute. */
export interface Scenario {
  readonly name: string;
  /** What the subject is compared with, in a few words. */
  readonly against: string;
  readonly reference: Side;
  readonly subject: Side;
  /** The greatest ratio of the subject's figure to the reference's that is good enough. */
  readonly target: number;
  readonly unit: 'ms' | 'MB';
  /** Pairs of samples. */
  readonly rounds: number;
  /** Pairs of samples before those, which do not count: they load code and fill caches. Default 1. */
  readonly warmUps?: number;
  /** How often both sides are closed and opened anew, with warm-ups, in between. Default 0. */
  readonly restarts?: number;
  /** Client and servers keep to processors of their own: for calls so short that it matters who shares one. */
  readonly keepApart?: boolean;
  /** Left out of a quick run. */
  readonly isLong?: boolean;
  /** Throws or rejects unless both sides come to the same; called before anything is timed. */
  readonly agree?: (scope: Scope) => void | Promise<void>;
}

/** The resources of one run of a scenario. */
export interface Scope {
  /** A temporary directory, empty at first, which both sides share. */
  readonly directory: string;
  /** Closes something when the scenario is over. */
  use<Resource extends Disposable | AsyncDisposable>(resource: Resource): Resource;
}
