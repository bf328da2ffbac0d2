export { createdFile } from './create-file.ts';
export { explained } from './failure.ts';
export { viewed } from './view.ts';
