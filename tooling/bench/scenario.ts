/** One figure: milliseconds, or bytes. Always smaller is better. */
export type Sampler = () => number | Promise<number>;

/** One side of a comparison. It is opened once, sampled many times, and what it took from the scope is closed in the end. */
export type Side = (scope: Scope) => Sampler | Promise<Sampler>;

/** Something measured beside what it is compared with, on the same machine in the same minute. */
export interface Scenario {
  readonly name: string;
  /** What the subject is compared with, in a few words. */
  readonly against: string;
  readonly reference: Side;
  readonly subject: Side;
  /** The most that the subject may be of the reference. */
  readonly target: number;
  readonly unit: 'ms' | 'MB';
  /** Pairs of samples. */
  readonly rounds: number;
  /** Left out of a quick run. */
  readonly isLong?: boolean;
  /** Rejects unless both sides answer the same; asked before anything is timed. */
  readonly agree?: (scope: Scope) => Promise<void>;
}

/** What a run of one scenario has for itself. */
export interface Scope {
  /** An empty directory. */
  readonly directory: string;
  /** Closes something when the scenario is over. */
  use<Resource extends Disposable | AsyncDisposable>(resource: Resource): Resource;
}
