// What programs of tests need, as one door.
export { openLocalVolume } from '@dragoman/fs-core';
export { findLines } from '../src/internal/search.ts';
export { buildTreeIndex, refreshTreeIndex } from '../src/lib/index/tree-index.ts';
