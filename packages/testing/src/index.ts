export { foldingObjection, openFoldingTree } from './folding-tree.ts';
export {
  type Answer,
  DENY,
  HOSTILE_CASES,
  type HostileCase,
  type HostileTree,
  openHostileTree,
  SECRET,
} from './hostile-paths.ts';
export { peakMemory } from './peak-memory.ts';
export { startSwapper } from './swapper.ts';
export { openTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';
