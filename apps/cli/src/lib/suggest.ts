/** `; did you mean "view"?` where a name is near what was typed, else ''. @param spell writes a name as it is typed */
export function suggestion(typed: string, names: readonly string[], spell = (name: string) => name): string {
  const near = names
    .map((name) => ({ name, distance: distanceBetween(plain(typed), plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? `; did you mean "${spell(near.name)}"?` : '';
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** How many letters must be inserted, deleted, changed or swapped with their neighbour. */
function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(changed, exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
