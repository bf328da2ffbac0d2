export { createdFile } from './create-file.ts';
export { explained } from './failure.ts';
