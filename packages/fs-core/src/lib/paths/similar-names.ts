/** Selects the names that `misspelt` may stand for, nearest first. */
export function similarNames(misspelt: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, distance: nearness(name, misspelt) }))
    .filter(({ distance }) => distance <= mostEdits(stem(misspelt)))
    .sort((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

/** The most edits between a name of so many letters and one that it may stand for; of one or two letters, any other is another name. */
function mostEdits({ length }: string): number {
  return length < 3 ? 0.5 : Math.min(3, Math.ceil(length / 4));
}

/** Edits between two names; case and a different extension count half an edit, so that they come first. */
function nearness(name: string, misspelt: string): number {
  const one = name.toLowerCase();
  const other = misspelt.toLowerCase();
  if (stem(one) === stem(other)) return 0.5;
  return editDistance(one, other);
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Levenshtein's distance, neighbours swapped counting as one edit; infinite if the lengths differ by more than three. */
export function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 3) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? Number.POSITIVE_INFINITY;
}
