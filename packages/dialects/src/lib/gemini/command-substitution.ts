/** The syntax by which a command substitutes another (`$()`, `backticks`, `<()` or `>()`); null if it does not. */
export function commandSubstitution(command: string): string | null {
  const hereDocuments: HereDocument[] = [];
  for (let at = 0; at < command.length; ) {
    const rest = command.slice(at, at + 3);
    const skipped = quotedLength(command, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const found = substitutionAt(rest) ?? processSubstitutionAt(rest);
    if (found !== null) return found;
    if (rest.startsWith('"')) {
      const end = closingQuote(command, at + 1);
      const inside = expandedSubstitution(command.slice(at + 1, end));
      if (inside !== null) return inside;
      at = end + 1;
    } else if (rest === '<<<') {
      at += 3;
    } else if (rest.startsWith('<<')) {
      const document = hereDocumentAt(command, at);
      hereDocuments.push(document);
      at = document.end;
    } else if (rest.startsWith('\n')) {
      const body = bodyOf(command, at + 1, hereDocuments.splice(0));
      const inside = expandedSubstitution(body.expanded);
      if (inside !== null) return inside;
      at = body.end;
    } else {
      at += 1;
    }
  }
  return null;
}

/**
 * Number of characters from `at` on that are literal: an escaped one, a single-quoted string, a comment; 0 for none.
 */
function quotedLength(command: string, at: number): number {
  const rest = command.slice(at);
  if (rest.startsWith('\\')) return 2;
  const ansi = /^\$'(?:[^'\\]|\\.)*'?/s.exec(rest);
  if (ansi) return ansi[0].length;
  const single = /^'[^']*'?/.exec(rest);
  if (single) return single[0].length;
  const startsWord = at === 0 || /[\s;&|()]/.test(command.charAt(at - 1));
  return startsWord && rest.startsWith('#') ? (/^[^\n]*/.exec(rest)?.[0].length ?? 0) : 0;
}

function substitutionAt(text: string): string | null {
  if (text.startsWith('`')) return 'backticks';
  return text.startsWith('$(') && !text.startsWith('$((') ? '$()' : null;
}

function processSubstitutionAt(text: string): string | null {
  if (text.startsWith('<(')) return '<()';
  return text.startsWith('>(') ? '>()' : null;
}

/**
 * Finds a substitution in text where quotes mean nothing but variables are expanded: double quotes and here-documents.
 */
function expandedSubstitution(text: string): string | null {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else {
      const found = substitutionAt(text.slice(at, at + 3));
      if (found !== null) return found;
    }
  }
  return null;
}

function closingQuote(command: string, from: number): number {
  let at = from;
  while (at < command.length && command[at] !== '"') at += command[at] === '\\' ? 2 : 1;
  return at;
}

interface HereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  readonly end: number;
}

function hereDocumentAt(command: string, at: number): HereDocument {
  const [whole, dash, word = ''] = /^<<(-?)[ \t]*((?:'[^']*'|"[^"]*"|\\.|[^\s;&|<>()'"\\])*)/s.exec(
    command.slice(at),
  ) ?? ['<<', ''];
  return {
    delimiter: word.replace(/['"\\]/g, ''),
    isQuoted: /['"\\]/.test(word),
    stripsTabs: dash === '-',
    end: at + whole.length,
  };
}

function bodyOf(command: string, from: number, documents: readonly HereDocument[]): { expanded: string; end: number } {
  let at = from;
  let expanded = '';
  for (const { delimiter, isQuoted, stripsTabs } of documents) {
    for (let ended = false; !ended && at < command.length; ) {
      const newline = command.indexOf('\n', at);
      const end = newline < 0 ? command.length : newline + 1;
      const line = command.slice(at, end);
      ended = (stripsTabs ? line.replace(/^\t+/, '') : line).replace(/\n$/, '') === delimiter;
      if (!ended && !isQuoted) expanded += line;
      at = end;
    }
  }
  return { expanded, end: at };
}
