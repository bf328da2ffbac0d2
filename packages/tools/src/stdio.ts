export { openInputFile, openStandardInput, openStandardStream, type StandardStream } from '@dragoman/fs-core';
