import {
  assertDirectory,
  assertNoBroughtLink,
  escapeGlob,
  forwardVolume,
  type Log,
  ToolError,
  type Volume,
} from '@dragoman/fs-core/internal/kernel';
import {
  createSessionBeside,
  EXTRAS,
  faultyOption,
  type Session,
  type SessionOptions,
} from '@dragoman/tools/internal/session';
import type { Options } from './options.ts';
import { sessionOptionsOf } from './session-options.ts';
import type { NamedVolume } from './volume-value.ts';

/** Exports of `@dragoman/object-volume`, which is loaded only if a store is named. */
export interface ObjectVolumes {
  openStoreVolume(options: StoreVolumeOptions): Promise<Volume>;
  defaultCacheDirectory(): string;
}

interface StoreVolumeOptions extends NamedVolume {
  readonly endpoint?: string;
  readonly region?: string;
  readonly pathStyle: boolean;
  readonly cache: string;
  readonly cacheBytes: number;
  readonly maxObjects: number;
  readonly maxFileBytes: number;
  readonly deny: readonly string[];
  readonly builtinDeny: boolean;
  readonly readOnly: boolean;
}

/**
 * Starts a session over the stores that are named and the allowed directories; it disposes of both.
 * @throws ToolError as `createSession`; `INVALID_ARGUMENT` for a shell, whose commands would not see the stores
 */
export async function openSessionOverVolumes(options: Options, offered: ObjectVolumes, log?: Log): Promise<Session> {
  return await beside(options, offered, (at, rules) => createSessionBeside(at, { ...rules, ...(log && { log }) }));
}

/** The stores that are named and the allowed directories, as one volume. @throws ToolError as `openSessionOverVolumes` */
export async function openVolumes(options: Options, offered: ObjectVolumes, log?: Log): Promise<Volume> {
  return await beside(options, offered, (at, rules) => EXTRAS.objects(at, { ...rules, ...(log && { log }) }));
}

/** Opens the stores, and makes something of them and the options of a session beside them. */
async function beside<Made>(
  options: Options,
  offered: ObjectVolumes,
  make: (at: ReadonlyMap<string, Volume>, rules: SessionOptions) => Made,
): Promise<Made> {
  const { spelled, shell, volumes } = options;
  if (shell !== 'off') {
    const option = spelled.shell ?? '--shell';
    throw faultyOption(option, `must be off beside ${spelled.volumes}: no command sees the files of a store`);
  }
  const cache = options.cacheDir ?? offered.defaultCacheDirectory();
  assertNoBroughtLink(cache, options.allow ?? []);
  const at = new Map<string, Volume>();
  try {
    for (const named of volumes) {
      if (at.has(named.at)) throw faultyOption(spelled.volumes ?? '--volume', `names two volumes at ${named.at}`);
      at.set(named.at, await openNamed(options, { offered, named, cache }));
    }
    // The copies are of this machine, and no file of the user.
    const deny = [...options.deny, escapeGlob(assertDirectory(cache))];
    return make(at, { ...sessionOptionsOf(options), allow: options.allow ?? [], deny });
  } catch (error) {
    for (const volume of at.values()) await volume[Symbol.asyncDispose]();
    throw error;
  }
}

interface VolumeRequest {
  readonly offered: ObjectVolumes;
  readonly named: NamedVolume;
  readonly cache: string;
}

async function openNamed(options: Options, { offered, named, cache }: VolumeRequest): Promise<Volume> {
  const { s3Endpoint, s3Region, s3PathStyle: pathStyle, cacheSize: cacheBytes, maxFileSize: maxFileBytes } = options;
  const { maxObjects, deny, builtinDeny, readOnly, spelled } = options;
  const volume = await offered.openStoreVolume({
    ...{ ...named, pathStyle, cache, cacheBytes, maxObjects, maxFileBytes, deny, builtinDeny, readOnly },
    ...(s3Endpoint !== null && { endpoint: s3Endpoint }),
    ...(s3Region !== null && { region: s3Region }),
  });
  return {
    ...forwardVolume(volume),
    async prepare() {
      await volume.prepare().catch((error: unknown) => {
        if (!(error instanceof ToolError)) throw error;
        throw new ToolError(error.failure, `${spelled.volumes} ${named.at}: ${error.message}`, { cause: error });
      });
    },
  };
}
