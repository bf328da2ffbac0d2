export { demandDirectory, type LocalVolumeOptions, openLocalVolume } from './lib/local-volume.ts';
export { type ErrorCode, type ErrorDetails, ToolError } from './lib/tool-error.ts';
export type {
  Change,
  DirectoryEntry,
  FileIdentity,
  OpenDirectory,
  OpenFile,
  Piece,
  RealPath,
  UpdateOptions,
  Volume,
  WriteResult,
} from './lib/volume.ts';
