/** Of how many places that match a text the lines are named: all, but for files that are nothing else. */
export const MOST_PLACES = 20_000;
