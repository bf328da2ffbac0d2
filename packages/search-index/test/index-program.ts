// What programs of tests need, as one door.
export { openLocalVolume } from '@dragoman/fs-core';
export { findLines } from '@dragoman/search/internal/search';
export { createNarrower } from '../src/lib/create-narrower.ts';
export { buildTreeIndex, refreshTreeIndex } from '../src/lib/tree-index.ts';
