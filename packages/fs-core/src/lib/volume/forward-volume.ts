import type { Volume } from './volume.ts';

/** The members of a volume, to be spread into one that changes some of them: a spread leaves out the methods of a class. */
export function forwardVolume(volume: Volume): Volume {
  return {
    roots: volume.roots,
    traits: volume.traits,
    prepare: () => volume.prepare(),
    open: (path, purpose) => volume.open(path, purpose),
    locate: (path, change, options) => volume.locate(path, change, options),
    update: (path, change, options) => volume.update(path, change, options),
    remove: (path, options) => volume.remove(path, options),
    move: (from, to, options) => volume.move(from, to, options),
    makeDirectory: (path, options) => volume.makeDirectory(path, options),
    transact: (changes, options) => volume.transact(changes, options),
    deniedEntries: (where) => volume.deniedEntries(where),
    [Symbol.asyncDispose]: () => volume[Symbol.asyncDispose](),
  };
}
