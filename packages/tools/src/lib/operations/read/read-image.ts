import { ToolError } from '@dragoman/fs-core';
import type { ImageOutcome } from '@dragoman/outcomes';
import { sniff } from '@dragoman/text/internal/text';
import type { Session } from '../../session.ts';
import { errorAbout } from './error-about.ts';
import { openFile } from './open-file.ts';
import { readPicture } from './read-picture.ts';

/** The path of an image. */
export interface ReadImageRequest {
  readonly path: string;
}

/**
 * Reads an image that a model can see, whatever its name.
 * @throws ToolError `UNSUPPORTED_FILE` for any other content, and for what is damaged
 * @example await readImage(session, { path: 'a.png' })
 */
export async function readImage(session: Session, { path }: ReadImageRequest): Promise<ImageOutcome> {
  using file = await openFile(session, path);
  try {
    const content = await sniff(file);
    const mimeType = content.kind === 'text' ? null : content.mimeType;
    if (mimeType !== null && content.kind === 'image') return await readPicture(session, file, { path, mimeType });
    const failure = { code: 'UNSUPPORTED_FILE', path, size: file.size, mimeType } as const;
    throw new ToolError(failure, `Cannot show "${path}": no image that can be seen`);
  } catch (error) {
    throw errorAbout(path, error);
  }
}
