export { explained, failed } from './failure.ts';
export { readPage } from './page.ts';
export type { MetadataLevel } from './structured.ts';
export { wroteLines } from './write-code.ts';
