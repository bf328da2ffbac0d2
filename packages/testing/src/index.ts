export { openTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';
