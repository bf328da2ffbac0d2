export { commandFailed, ranCommand, taskProgress } from './command.ts';
export { createdFile } from './create-file.ts';
export { edited, editFailed } from './edit.ts';
export { explained } from './failure.ts';
export { read } from './read.ts';
export { replacedText } from './str-replace.ts';
export { readFailed, toolFailed } from './tool-failure.ts';
export { viewed } from './view.ts';
export { wrote } from './write.ts';
