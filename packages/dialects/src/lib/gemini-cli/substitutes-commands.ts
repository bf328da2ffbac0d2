/**
 * True if a command substitutes another one by `$(`, a backtick, `<(` or `>(`, unescaped and outside of single quotes.
 * Arithmetic, which begins with `$((`, is none.
 */
export function substitutesCommands(command: string): boolean {
  let quote: string | null = null;
  for (let at = 0; at < command.length; at += 1) {
    const [char, next] = [command.charAt(at), command.charAt(at + 1)];
    if (quote === "'") {
      if (char === "'") quote = null;
    } else if (char === '\\') {
      at += 1;
    } else if (char === '"') {
      quote = quote === null ? '"' : null;
    } else if (char === "'" && quote === null) {
      quote = "'";
    } else if (char === '`' || (quote === null && (char === '<' || char === '>') && next === '(')) {
      return true;
    } else if (char === '$' && next === '(') {
      if (command.charAt(at + 2) !== '(') return true;
      at += 2;
    }
  }
  return false;
}
