export { toolFailed } from './failure.ts';
export { read } from './read.ts';
