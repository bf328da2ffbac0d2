import { randomUUID } from 'node:crypto';
import { closeSync, constants, copyFileSync, linkSync, mkdirSync, openSync, readdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenDirectory, OpenFile } from '@dragoman/fs-core/internal/kernel';
import { attempt, PRIVATE_MODES, removeQuietly, syncNames, syncToDisk } from '@dragoman/fs-core/internal/own-files';
import { type Content, systemPath, type WrittenContent, writePieces } from '@dragoman/fs-core/internal/volume-kit';

/** The contents that an overlay keeps, each a file that is never written again. */
export interface Contents extends Disposable {
  /** Makes a content, which is on the disk when this resolves. @throws ToolError, the system's error; then none is left */
  write(content: Content): Promise<WrittenContent & { readonly content: string }>;
  open(content: string): OpenFile;
  /** Null if it is larger than `maxBytes`. */
  readAtOnce(content: string, maxBytes: number): Buffer | null;
  /** Gives the content a second name, for a child process. */
  link(content: string, path: string): void;
  /** Open files of the content can still be read. */
  remove(content: string): void;
  removeAllBut(kept: ReadonlySet<string>): void;
}

/** @param directory the private directory of the contents, opened */
export function openContents(directory: OpenDirectory): Contents {
  const pathOf = (content: string) => join(directory.realPath, content);
  const remove = (content: string): void => removeQuietly(() => unlinkSync(pathOf(content)));
  return {
    async write(pieces) {
      const content = randomUUID();
      const fd = openSync(
        pathOf(content),
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
        PRIVATE_MODES.file,
      );
      try {
        const written = await writePieces(fd, pieces);
        await syncToDisk(fd);
        syncNames(directory.realPath);
        return { ...written, content };
      } catch (error) {
        remove(content);
        throw error;
      } finally {
        closeSync(fd);
      }
    },
    open: (content) => directory.openFile(content),
    readAtOnce: (content, maxBytes) => directory.readAtOnce(content, maxBytes),
    link(content, path) {
      mkdirSync(systemPath(dirname(path)), { recursive: true, mode: PRIVATE_MODES.directory });
      // If the file system has no hard links.
      if (!attempt(() => linkSync(pathOf(content), systemPath(path)))) copyFileSync(pathOf(content), systemPath(path));
    },
    remove,
    removeAllBut(kept) {
      for (const name of readdirSync(directory.realPath)) if (!kept.has(name)) remove(name);
    },
    [Symbol.dispose]: () => directory.close(),
  };
}
