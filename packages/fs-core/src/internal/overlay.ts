export { fileVersionIn } from '../lib/overlay/look-below.ts';
export * from '../overlay.ts';
