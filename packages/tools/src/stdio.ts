export { openInputFile, openStandardStream, type StandardStream } from '@dragoman/fs-core';
