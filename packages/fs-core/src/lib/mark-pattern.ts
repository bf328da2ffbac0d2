/** The mark of a process as a regular expression: process id, start time, and the place where both mean something. */
export const MARK_PATTERN = '(\\d+)-([0-9]+)-([0-9a-f]{8})';
