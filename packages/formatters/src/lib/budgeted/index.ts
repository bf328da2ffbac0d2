export { wroteLines } from './edit.ts';
export { explained, failed } from './failure.ts';
export { foundFiles, foundMatches } from './lists.ts';
export { readPage } from './read.ts';
export type { MetadataLevel } from './structured.ts';
