export type { Child, ResourceOutcome } from '@dragoman/outcomes/internal/parts';
export { completePath } from '../lib/operations/list/complete-path.ts';
export { listTop } from '../lib/operations/list/list-top.ts';
export { readChildren } from '../lib/operations/list/read-children.ts';
export { readResource } from '../lib/operations/read/read-resource.ts';
