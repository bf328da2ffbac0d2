export { examineIndex, type IndexFindings } from '../lib/examine-index.ts';
export { type NoIndex, placeIn } from '../lib/index-place.ts';
export { clearIndexes } from '../lib/index-store.ts';
export { buildTreeIndex } from '../lib/tree-index.ts';
