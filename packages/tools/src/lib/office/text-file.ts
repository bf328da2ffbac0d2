import type { FileIdentity, OpenFile } from '@dragoman/fs-core';

/** A file that has the text of a document as its content, so that its lines are read like those of any other text. */
export function textFile(document: OpenFile, text: Buffer): OpenFile {
  const { stateKey } = document.identity;
  const identity: FileIdentity = {
    // Nothing that is known of the document's bytes holds for its text.
    fileKey: `${document.identity.fileKey}:text`,
    ...{ stateKey, size: text.length },
    isSameState: (other) => other === identity,
    isSafeToCache: () => false,
  };
  const { kind, realPath, mtimeMs, mode } = document;
  return {
    ...{ kind, realPath, mtimeMs, mode, identity, size: text.length },
    read: (target, position) => text.copy(target, 0, position, position + target.length),
    localTree: (signal) => document.localTree(signal),
    ownStat: () => document.ownStat(),
    currentIdentity: () => identity,
    close() {},
    [Symbol.dispose]() {},
  };
}
