export { toolFailed } from './failure.ts';
export { cellChanged, cellNotChanged } from './notebook.ts';
export { read } from './read.ts';
