interface SearchFacts {
  readonly incomplete: boolean;
}

/** What a reader must know of a search beside what it found. */
export function searchNotes({ incomplete }: SearchFacts): string[] {
  return incomplete ? ['Incomplete: the search ran into its time limit. Search a smaller directory.'] : [];
}
