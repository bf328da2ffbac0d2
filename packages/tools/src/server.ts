export { readUserFile, removeSocketFile, userSecret, useSecret, watchUserFile } from '@dragoman/fs-core/host';
