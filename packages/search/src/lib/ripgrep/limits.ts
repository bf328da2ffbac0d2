/** A multiline search leaves larger files out: ripgrep holds each file in memory as a whole. */
export const MAX_MULTILINE_BYTES = 64 * 1024 * 1024;
