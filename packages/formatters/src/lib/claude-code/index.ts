export { foundFiles } from '../shared/glob.ts';
export { foundLines } from '../shared/grep.ts';
export { edited, editFailed } from './edit.ts';
export { toolFailed } from './failure.ts';
export { read, readFailed } from './read.ts';
export { wrote } from './write.ts';
