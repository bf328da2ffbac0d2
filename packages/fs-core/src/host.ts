export { type InputCopy, openInputCopy } from './lib/host/input-copy.ts';
export { openInputFile, openStandardInput, readUserFile } from './lib/host/input-file.ts';
export { ownerOf } from './lib/host/owner-of.ts';
export { childOf, touchesSpecialFile } from './lib/host/process-inspection.ts';
export { openReportFile, type ReportFile } from './lib/host/report-file.ts';
export { openScratchFile, type ScratchFile } from './lib/host/scratch-file.ts';
export { assertSpareDescriptors } from './lib/host/spare-descriptors.ts';
export { openStandardStream, type StandardStream } from './lib/host/standard-stream.ts';
export { userSecret } from './lib/host/user-secret.ts';
