/** The mark of a process as a regular expression: process id, start time, and a hash of where both hold. */
export const MARK_PATTERN = '(\\d+)-([0-9]+)-([0-9a-f]{8})';
