export { keepsTimes, restMs } from './lib/host/at-rest.ts';
export { type InputCopy, openInputCopy } from './lib/host/input-copy.ts';
export { openInputFile, openStandardInput, readUserFile } from './lib/host/input-file.ts';
export { ownerOf } from './lib/host/owner-of.ts';
export {
  makePrivateStore,
  type NewFile,
  openPrivateStore,
  type PrivateStore,
  type StoredFile,
  sha256,
} from './lib/host/private-store.ts';
export { childOf, touchesSpecialFile } from './lib/host/process-inspection.ts';
export { openReportFile, type ReportFile } from './lib/host/report-file.ts';
export { openScratchFile, type ScratchFile } from './lib/host/scratch-file.ts';
export { removeSocketFile } from './lib/host/socket-file.ts';
export { assertSpareDescriptors } from './lib/host/spare-descriptors.ts';
export { openStandardStream, type StandardStream } from './lib/host/standard-stream.ts';
export { createTreeSweep, type TreeChanges, type TreeSweep, type TreeTable } from './lib/host/tree-sweep.ts';
export { userSecret, useSecret } from './lib/host/user-secret.ts';
export { watchUserFile } from './lib/host/watch-user-file.ts';
export { lockFile } from './lib/lock/file-lock.ts';
export { userCaches } from './lib/paths/code-cache-directory.ts';
export { INDEX_NAME } from './lib/scope/builtin-deny.ts';
export { type EntryState, entryStateOf } from './lib/state/entry-state.ts';
export { isLongAgo } from './lib/state/timestamp-granularity.ts';
