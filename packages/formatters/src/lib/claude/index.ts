export { commandFailed, ranCommand, stoppedTask, taskFailed, taskLog } from './command.ts';
export { edited, editFailed } from './edit.ts';
export { toolFailed } from './failure.ts';
export { foundFiles, globFailed } from './glob.ts';
export { foundLines, grepFailed } from './grep.ts';
export { cellChanged, cellNotChanged } from './notebook.ts';
export { read, readFailed } from './read.ts';
export { writeFailed, wrote } from './write.ts';
