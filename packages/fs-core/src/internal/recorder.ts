export { changedMeanwhile } from '../lib/descriptors/file-update.ts';
export { type LocalTrees, openLocalTrees } from '../lib/local/local-trees.ts';
export { digestIn, IN_THE_WAY, type KeptFile } from '../lib/transaction/entry-change.ts';
export type { AnyChange } from '../lib/transaction/plan.ts';
export type {
  ContentKeeper,
  Mark,
  Preparation,
  PreparedRecording,
  Recordable,
  Recorder,
  Recording,
} from '../lib/transaction/recorder.ts';
