export { createNarrower } from '../lib/create-narrower.ts';
export type { SearchIndex } from '../lib/search-index.ts';
