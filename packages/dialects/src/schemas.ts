export { inputs, outputs } from './lib/schemas.ts';
