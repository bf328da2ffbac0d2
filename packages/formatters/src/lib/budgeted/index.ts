export { explained, failed } from './failure.ts';
export { foundFiles, foundMatches } from './lists.ts';
export { readPage } from './page.ts';
export type { MetadataLevel } from './structured.ts';
export { wroteLines } from './write-code.ts';
