/**
 * Name of the directory, in each tree that several machines share, that Dragoman keeps for all of them. No tool shows
 * or touches it there.
 */
export const OWN_DIRECTORY = '.dragoman';
