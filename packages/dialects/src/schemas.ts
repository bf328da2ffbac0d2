export { inputs, outputs } from './lib/registry.ts';
