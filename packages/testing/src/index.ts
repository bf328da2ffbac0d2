export { atOnce } from './at-once.ts';
export { callOptions } from './call-options.ts';
export { ClassVolume } from './class-volume.ts';
export { type ConfinedServer, confinementSuite } from './confinement-suite.ts';
export {
  type Connection,
  type ConnectOptions,
  connect,
  SERVER,
  type ServerProcess,
  type StartOptions,
  start,
} from './connect.ts';
export { encodeAs } from './encode-as.ts';
export { expectsSandbox } from './expects-sandbox.ts';
export { fillDisk } from './fill-disk.ts';
export { type FoldingTree, foldingObjection, openFoldingTree } from './folding-tree.ts';
export {
  type Answer,
  DENY,
  FAR_PAIRS,
  HOSTILE_CASES,
  type HostileCase,
  type HostileTree,
  openHostileTree,
  SECRET,
  SECRETS,
  UNWRITABLE_PATHS,
} from './hostile-paths.ts';
export { IN_PROCESS } from './in-process.ts';
export { lines, numbered } from './lines.ts';
export { type LinkedVolume, linkTreesSuite } from './link-trees-suite.ts';
export { livingProcesses, runs } from './living-processes.ts';
export { openMemoryVolume } from './memory/open-memory-volume.ts';
export { mount } from './mount.ts';
export { NODE } from './node-under-test.ts';
export { installPackage } from './npm-package.ts';
export { paragraphXml, relationsXml, shapeXml, slidesOf, slideXml, wordOf, workbookOf } from './office-files.ts';
export { openDescriptors, openedSince } from './open-descriptors.ts';
export { overridden } from './overridden.ts';
export { passTick } from './pass-tick.ts';
export { type PathTool, pathToolsOf } from './path-arguments.ts';
export { PATIENCE } from './patience.ts';
export { peakMemory } from './peak-memory.ts';
export { pngOf, SMALL_PICTURES, sidesOf } from './pictures.ts';
export { createProgram, ended, type Program, spoken } from './program.ts';
export { hasPseudoTerminals, inTerminal, type TerminalOptions } from './pseudo-terminal.ts';
export { errorOf, outcomeOf, textOf } from './results.ts';
export { CLI, dragoman, type Ran, type RunOptions } from './run-cli.ts';
export { S3_CREDENTIALS, s3Endpoint } from './s3/s3-endpoint.ts';
export { type CarelessStore, S3RVER_CREDENTIALS, startS3rver } from './s3/s3rver.ts';
export {
  answerOf,
  DIALECTS,
  type Dialect,
  type DialectConnection,
  type ServedDialect,
  serve,
  serveBuilt,
  type ToolAnswer,
} from './serve.ts';
export { isOpenToAll } from './server-for-others.ts';
export { type Engine, givenMounts, machine, type SharedMounts } from './shared-mounts/shared-mounts.ts';
export { type EngineName, startEngine } from './shared-mounts/start-engine.ts';
export { strangeCalls, strangeValues } from './strange-values.ts';
export { stranger } from './stranger.ts';
export { startSwapper } from './swapper.ts';
export { openTree, plantTree, type TemporaryTree, type TreeNode } from './temporary-tree.ts';
export { casesToTest, testRounds, testSample } from './test-rounds.ts';
export { untilTrusted } from './until-trusted.ts';
export { type ContractVolume, type Files, volumeContract } from './volume-contract.ts';
export { watchCalls, watchSyncs } from './watch-calls.ts';
export { withFault } from './with-fault.ts';
export { type ZipEntry, zipOf } from './zip-of.ts';
