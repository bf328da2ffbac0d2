export { buildIndexes, clearIndexes, examineIndexes, isTooLarge, type TreeIndex } from '../lib/indexes.ts';
