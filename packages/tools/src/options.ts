export { contains, nearest } from '@dragoman/fs-core';
export { openSession } from './lib/open-session.ts';
export { OPTIONS, type Option } from './lib/option-table.ts';
export { type Options, type RawOptions, readOptions } from './lib/options.ts';
export { sessionOptionsOf } from './lib/session-options.ts';
