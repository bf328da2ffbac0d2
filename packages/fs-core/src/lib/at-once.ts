/** Bytes that are dealt with on this thread: with fewer, the way to another thread and back takes longer. */
export const AT_ONCE_BYTES = 1024 * 1024;
