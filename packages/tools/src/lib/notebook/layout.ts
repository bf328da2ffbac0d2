import type { Child, Container, Span } from './json-spans.ts';

/** White space with which an object or array is written. */
export interface Layout {
  /** After its opening bracket. */
  readonly open: string;
  /** After a comma. */
  readonly between: string;
  /** Before its closing bracket. */
  readonly close: string;
  /** Text between the name of a member and its value, as in `": "` without the quote. */
  readonly colon: string;
}

/** The layout of what is written; of what shows none, the parts of `otherwise`. */
export function layoutOf(text: string, { from, to, children }: Container, otherwise: Layout): Layout {
  const [first, second, last] = [children[0], children[1], children.at(-1)];
  if (first === undefined || last === undefined) return otherwise;
  const open = text.slice(from + 1, first.key.from);
  const between = second && text.slice(first.value.to, second.key.from).replace(',', '');
  const colon = text.slice(first.key.to, first.value.from);
  return {
    open,
    between: between ?? (open.includes('\n') ? open : inline(otherwise.between)),
    close: text.slice(last.value.to, to - 1),
    colon: colon === '' ? otherwise.colon : colon,
  };
}

/** The layout of what lies in an object or array of this layout, if nothing there shows it. */
export function deeper(layout: Layout, unit: string): Layout {
  if (!layout.open.includes('\n')) return layout;
  const open = layout.open + unit;
  return { open, between: open, close: layout.open, colon: layout.colon };
}

/** The white space on a line of its own that a level of nesting adds: that before the members of a root object. */
export function unitOf({ open }: Layout): string {
  return open.slice(open.lastIndexOf('\n') + 1);
}

function inline(between: string): string {
  return between.includes('\n') ? ' ' : between;
}

/** An object, or an array of texts that are JSON already. */
export function written(
  brackets: Container['brackets'],
  parts: readonly string[],
  { open, between, close }: Layout,
): string {
  if (parts.length === 0) return brackets;
  return `${brackets[0]}${open}${parts.join(`,${between}`)}${close}${brackets[1]}`;
}

/** A part of a text, and what takes its place. */
export interface TextChange extends Span {
  readonly text: string;
}

/** The change that puts an element or member after `before`, or first. */
export function insertion(
  { from, to, brackets, children }: Container,
  { before, json, layout }: { readonly before: Child | undefined; readonly json: string; readonly layout: Layout },
): TextChange {
  const [first] = children;
  if (before !== undefined) return { from: before.value.to, to: before.value.to, text: `,${layout.between}${json}` };
  if (first !== undefined) return { from: first.key.from, to: first.key.from, text: `${json},${layout.between}` };
  return { from, to, text: written(brackets, [json], layout) };
}

/** The changes that take out children, each with a comma; what is left of an emptied container is its brackets. */
export function removals({ from, to, children }: Container, isRemoved: (child: Child) => boolean): TextChange[] {
  if (children.every(isRemoved)) return [{ from: from + 1, to: to - 1, text: '' }];
  const firstKept = children.findIndex((child) => !isRemoved(child));
  return children.flatMap((child, index) => {
    if (!isRemoved(child)) return [];
    const { key, value } = child;
    const [before, after] = [children[index - 1], children[index + 1]];
    if (index > firstKept && before !== undefined) return [{ from: before.value.to, to: value.to, text: '' }];
    return after === undefined ? [] : [{ from: key.from, to: after.key.from, text: '' }];
  });
}
