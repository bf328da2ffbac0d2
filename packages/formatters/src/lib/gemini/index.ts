export { foundFiles, globFailed } from './glob.ts';
export { listDirectoryFailed, listedDirectory } from './list-directory.ts';
export { otherFailure } from './parameters.ts';
export { readContent, readFileFailed } from './read-file.ts';
export { replaced, replaceFailed } from './replace.ts';
export { ranShellCommand, shellCommandFailed } from './run-shell-command.ts';
export { foundContent, searchFailed } from './search-file-content.ts';
export { writeFileFailed, wroteFile } from './write-file.ts';
