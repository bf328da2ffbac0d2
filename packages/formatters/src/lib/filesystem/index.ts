export { editedFile, editFailed } from './edit.ts';
export { otherFailure } from './failure.ts';
export {
  allowedDirectories,
  directoryTree,
  fileInfo,
  foundEntries,
  infoFailed,
  listedDirectory,
  listedSizes,
  listFailed,
  treeText,
} from './list.ts';
export { readFiles, readMedia, readMediaFailed, readText, readTextFailed } from './read.ts';
export { madeDirectory, makeFailed, movedFile, moveFailed, writeFailed, wroteFile } from './write.ts';
