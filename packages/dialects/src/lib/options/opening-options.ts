import type { Log } from '@dragoman/tools';
import type { ObjectVolumes } from './open-volumes.ts';

/** What an app gives besides the options. */
export interface OpeningOptions {
  readonly log?: Log;
  /** Loads what `--volume` needs; called only if one is named. */
  readonly loadObjectVolumes: () => Promise<ObjectVolumes>;
}
