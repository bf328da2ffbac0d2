export type { IndexFindings, NoIndex } from '@dragoman/search/indexes';
export { buildIndexes, clearIndexes, examineIndexes, isTooLarge, type TreeIndex } from './lib/indexes.ts';
