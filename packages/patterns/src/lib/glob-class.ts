/**
 * Index after the `]` that closes the class which begins at `from` in a glob; null if none does. A `]` that comes
 * first is a member.
 */
export function endOfClass(glob: string, from: number): number | null {
  let at = from + 1;
  if (glob[at] === '!' || glob[at] === '^') at += 1;
  const first = at;
  const lastNamed = glob.lastIndexOf(':]');
  for (; at < glob.length; at += 1) {
    if (glob[at] === '\\') at += 1;
    else if (at < lastNamed && glob.startsWith('[:', at)) at = glob.indexOf(':]', at) + 1;
    else if (glob[at] === ']' && at > first) return at + 1;
  }
  return null;
}
