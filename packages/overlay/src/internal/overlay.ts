export * from '../index.ts';
export { fileVersionIn } from '../lib/look-below.ts';
