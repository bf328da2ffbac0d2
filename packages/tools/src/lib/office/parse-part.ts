import { SaxesParser } from 'saxes';
import { officeFault } from './office-fault.ts';
import type { OfficePackage } from './open-package.ts';
import { MOST_CHARACTERS } from './text-sink.ts';

/** Attributes of an element, with their prefixes. */
export type Attributes = Readonly<Record<string, string>>;

/** Takes the elements of a part in their order, by names without prefix. */
export interface PartVisitor {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Office nests some thirty elements in the deepest table. */
const MOST_DEPTH = 512;
const MOST_ATTRIBUTES = 1_000;
/** Characters of one tag, text or comment, which is handled in one piece. */
const MOST_AT_ONCE = 4_000_000;

/**
 * Reads a part of a document as XML. A second form of content, for programs that do not know the first, is left out.
 * @throws ToolError `UNSUPPORTED_FILE` for a part that is missing or no XML; declarations, with which entities expand to
 * any size, are refused
 */
export async function parsePart(from: OfficePackage, part: string, visitor: PartVisitor): Promise<void> {
  /** Characters so far of what is open. */
  let open = 0;
  const parser = parserFor(from, {
    part,
    visitor,
    onEnd() {
      open = 0;
    },
  });
  for await (const text of from.read(part)) {
    open += text.length;
    parser.write(text);
    if (open > MOST_AT_ONCE) throw officeFault({ problem: 'too-complex', part });
  }
  parser.close();
}

type PlainXml = { readonly xmlns: false; readonly position: false };

interface Parsing {
  readonly part: string;
  readonly visitor: PartVisitor;
  /** Called at the end of a tag, an attribute or a text. */
  onEnd(): void;
}

function parserFor(from: OfficePackage, { part, visitor, onEnd }: Parsing): SaxesParser<PlainXml> {
  const parser = new SaxesParser<PlainXml>({ xmlns: false, position: false });
  let [depth, hiddenFrom, length, attributeCount] = [0, Number.POSITIVE_INFINITY, 0, 0];
  parser.on('error', () => {
    throw officeFault({ problem: 'malformed', part });
  });
  parser.on('doctype', () => {
    throw officeFault({ problem: 'declarations', part });
  });
  parser.on('opentagstart', () => {
    attributeCount = 0;
  });
  parser.on('attribute', () => {
    onEnd();
    attributeCount += 1;
    if (attributeCount > MOST_ATTRIBUTES) throw officeFault({ problem: 'too-complex', part });
  });
  parser.on('opentag', ({ name, attributes }) => {
    onEnd();
    from.countElement();
    depth += 1;
    if (depth > MOST_DEPTH) throw officeFault({ problem: 'too-complex', part });
    const local = localName(name);
    if (HIDDEN.has(local)) hiddenFrom = Math.min(hiddenFrom, depth);
    if (depth < hiddenFrom) visitor.open?.(local, attributes);
  });
  parser.on('closetag', ({ name }) => {
    onEnd();
    if (depth < hiddenFrom) visitor.close?.(localName(name));
    if (depth === hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY;
    depth -= 1;
  });
  const take = (text: string): void => {
    onEnd();
    length += text.length;
    if (length > MOST_CHARACTERS) throw officeFault({ problem: 'text', limit: MOST_CHARACTERS });
    if (depth < hiddenFrom) visitor.text?.(text);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  return parser;
}

/** A second form of what stands before it, text that was moved away, former properties, how a word is read aloud. */
const HIDDEN: ReadonlySet<string> = new Set(['Fallback', 'moveFrom', 'pPrChange', 'rPh', 'rt']);

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute, whatever its prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  return attributes[name] ?? prefixed(attributes, name);
}

/** The id of a relation: beside it an element may have an `id` of its own. */
export function relationOf(attributes: Attributes): string | undefined {
  return prefixed(attributes, 'id');
}

function prefixed(attributes: Attributes, name: string): string | undefined {
  const full = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return full === undefined ? undefined : attributes[full];
}
