export type { ErrorCode, Failure, FailureOf } from './lib/errors/failure.ts';
export type { Log } from './lib/errors/log.ts';
export { ToolError } from './lib/errors/tool-error.ts';
export type { LocalVolumeOptions } from './lib/local/local-context.ts';
export { openLocalVolume } from './lib/local/local-volume.ts';
export type {
  Change,
  ChangeOptions,
  ChangeResult,
  DirectoryResult,
  FileChange,
  MoveOptions,
  MoveResult,
  Piece,
  Precondition,
  Removal,
  RemoveResult,
  UpdateOptions,
  WriteResult,
} from './lib/volume/change.ts';
export { joinVolumes } from './lib/volume/join-volumes.ts';
export type {
  DirectoryEntry,
  EntryHint,
  EntryStat,
  FileIdentity,
  OpenDirectory,
  OpenFile,
  OwnStat,
  RealPath,
} from './lib/volume/open-entry.ts';
export type { Purpose, Volume, VolumeTraits } from './lib/volume/volume.ts';
