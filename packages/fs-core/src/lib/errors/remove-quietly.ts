/** Removes something and ignores any error: for cleaning up after a failure, whose own error matters more. */
export function removeQuietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // Somebody else removed it, or the directory is gone: nothing is left to clean.
  }
}
