export { openInputFile } from '@dragoman/fs-core';
