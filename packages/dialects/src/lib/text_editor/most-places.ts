/** Number of lines with a match that an error names at most; it names all but in files of nothing but matches. */
export const MOST_PLACES = 20_000;
