/** `; did you mean "view"?` where a name comes near what was typed, else nothing. */
export function suggestion(typed: string, names: readonly string[]): string {
  const near = names
    .map((name) => ({ name, distance: distanceBetween(plain(typed), plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? `; did you mean "${near.name}"?` : '';
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** Levenshtein's: how many letters must be put in, taken out or changed. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
