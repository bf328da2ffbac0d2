export { diffedOver } from '../lib/overlay-diff.ts';
export { conflictsBelow } from '../lib/overlay-over.ts';
