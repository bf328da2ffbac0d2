export { bashFailed, ranInShell } from './command.ts';
export { edited } from './edit.ts';
export { failedIn, otherFailure } from './failure.ts';
export { foundFiles } from './glob.ts';
export { foundLines } from './grep.ts';
export { readText } from './read.ts';
export { wrote } from './write.ts';
