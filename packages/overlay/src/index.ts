export type { Overlay } from './lib/overlay.ts';
export { type OverlayOptions, overlayOf } from './lib/overlay-of.ts';
