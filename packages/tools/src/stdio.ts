export {
  type InputCopy,
  openInputCopy,
  openInputFile,
  openStandardInput,
  openStandardStream,
  type StandardStream,
} from '@dragoman/fs-core/host';
export { pageText } from './lib/page-text.ts';
