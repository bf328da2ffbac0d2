const BOLD = 1;
const RED = 31;
const GREEN = 32;
const CYAN = 36;

/** Colours the unified diff that a text ends with; a text without one stays as it is. */
export function colouredDiff(text: string): string {
  const start = text.search(/^--- .*\n\+\+\+ /m);
  if (start < 0) return text;
  let isHead = true;
  const lines = text.slice(start).split('\n');
  const coloured = lines.map((line) => {
    isHead &&= !line.startsWith('@@');
    const colour = isHead ? BOLD : colourOf(line);
    return colour === null || line === '' ? line : `\x1b[${colour}m${line}\x1b[0m`;
  });
  return text.slice(0, start) + coloured.join('\n');
}

function colourOf(line: string): number | null {
  if (line.startsWith('+')) return GREEN;
  if (line.startsWith('-')) return RED;
  return line.startsWith('@@') ? CYAN : null;
}
