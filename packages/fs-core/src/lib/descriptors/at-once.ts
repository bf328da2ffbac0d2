/** I/O of up to this many bytes runs on this thread: the way to another thread and back would take longer. */
export const AT_ONCE_BYTES = 1024 * 1024;
