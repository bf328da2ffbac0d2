/** In each tree that several machines share: what Dragoman keeps there for all of them. No tool shows or touches it there. */
export const OWN_DIRECTORY = '.dragoman';
