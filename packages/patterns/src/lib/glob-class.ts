/**
 * Index after the `]` that closes the class which begins at `from` in a glob; null if none does. A `]` that comes
 * first is a member.
 */
export function endOfClass(glob: string, from: number): number | null {
  let at = from + 1;
  if (glob[at] === '!' || glob[at] === '^') at += 1;
  const first = at;
  for (; at < glob.length; at += 1) {
    if (glob[at] === '\\') at += 1;
    else if (glob[at] === '[') at = endOfNamed(glob, at) ?? at;
    else if (glob[at] === ']' && at > first) return at + 1;
  }
  return null;
}

/** Index of the last character of `[:alpha:]` and the like, which may stand in a class. */
function endOfNamed(glob: string, from: number): number | null {
  const named = /\[:\w*:\]/y;
  named.lastIndex = from;
  return named.test(glob) ? named.lastIndex - 1 : null;
}
