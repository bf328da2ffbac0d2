export { type EntryState, entryStateOf } from '../lib/descriptors/entry-state.ts';
export { afterwards } from '../lib/errors/best-effort.ts';
export { keepsTimes, restMs } from '../lib/host/at-rest.ts';
export { inBackground, pauseAsLong, runTask } from '../lib/host/background-thread.ts';
export {
  makePrivateStore,
  type NewFile,
  openPrivateStore,
  type PrivateStore,
  type StoredFile,
  sha256,
} from '../lib/host/private-store.ts';
export { lockFile } from '../lib/lock/file-lock.ts';
export { INDEX_SUFFIX } from '../lib/paths/own-places.ts';
