export { type IndexFindings, IndexTooLargeError, type NoIndex } from '@dragoman/search/indexes';
export { buildIndexes, clearIndexes, examineIndexes, type TreeIndex } from './lib/indexes.ts';
