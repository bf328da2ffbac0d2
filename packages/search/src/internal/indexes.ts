export { examineIndex, type IndexFindings } from '../lib/index/examine-index.ts';
export { type NoIndex, placeIn } from '../lib/index/index-place.ts';
export { clearIndexes } from '../lib/index/index-store.ts';
export { buildTreeIndex } from '../lib/index/tree-index.ts';
