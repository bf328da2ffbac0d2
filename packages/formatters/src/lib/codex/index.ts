export { commandWatched, execFailed, stdinFailed } from './command.ts';
export { patchApplied, patchFailed } from './edit.ts';
export { otherFailure } from './failure.ts';
export { foundFiles, grepFailed } from './grep.ts';
export { imageFailed, shownImage } from './image.ts';
export { listDirFailed, listedBelow } from './list.ts';
export { readFileFailed, readLines } from './read.ts';
