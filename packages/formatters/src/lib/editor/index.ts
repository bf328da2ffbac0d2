export { foundPaths } from '../shared/glob.ts';
export { foundLines } from '../shared/grep.ts';
export { replacedText } from './edit.ts';
export { explained } from './failure.ts';
export { viewed } from './read.ts';
export { createdFile } from './write.ts';
