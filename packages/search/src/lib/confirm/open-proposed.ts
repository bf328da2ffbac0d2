import { isPathError, type OpenDirectory, type OpenFile, type ToolError } from '@dragoman/fs-core/internal/kernel';

/** Opens a file that ripgrep found below a directory; the error if it may not be read, or a link leads to it. */
export function openProposed(searched: OpenDirectory, path: string): OpenFile | ToolError {
  try {
    return searched.openFile(path);
  } catch (error) {
    if (!isPathError(error)) throw error;
    return error;
  }
}

/**
 * True if something that is never searched, such as a link, has the path of a file that ripgrep found. What ripgrep
 * read then may lie outside, and no result may disclose that it matched.
 */
export function isReplaced({ code }: ToolError): boolean {
  return code === 'ACCESS_DENIED' || code === 'NOT_DIRECTORY' || code === 'UNSUPPORTED_FILE';
}
