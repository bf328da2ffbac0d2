export { wroteLines } from './edit.ts';
export { explained, failed } from './failure.ts';
export { foundFiles } from './glob.ts';
export { foundMatches } from './grep.ts';
export { readPage } from './read.ts';
export type { MetadataLevel } from './structured.ts';
