/** The most of a file that is held in memory as a whole: a multiline search leaves larger files out. */
export const MAX_SEARCHED_BYTES = 64 * 1024 * 1024;
