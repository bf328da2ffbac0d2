export {
  listedProcesses,
  processOutputFailed,
  ranShellCommand,
  readProcessOutput,
  shellCommandFailed,
} from './command.ts';
export { replaced, replaceFailed } from './edit.ts';
export { otherFailure } from './failure.ts';
export { foundFiles, globFailed } from './glob.ts';
export { foundContent, searchFailed } from './grep.ts';
export { listDirectoryFailed, listedDirectory } from './list.ts';
export { readFiles } from './many.ts';
export { readContent, readFileFailed } from './read.ts';
export { writeFileFailed, wroteFile } from './write.ts';
