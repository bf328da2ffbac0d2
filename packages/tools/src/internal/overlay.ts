export { diffedOver } from '../lib/overlay-diff.ts';
export { conflictsBelow, overlayOver } from '../lib/overlay-over.ts';
