import { testRounds } from '@dragoman/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CellType, deleteCell, insertCell, newCellId, replaceCell } from './change-cell.ts';
import { withoutOddNumbers } from './json-spans.ts';
import type { TextChange } from './layout.ts';
import { type NotebookText, notebookText } from './notebook-text.ts';

type Json = Record<string, unknown>;

/** JSON as Python's and JavaScript's writers lay it out, and with white space at random. */
type Writer = (value: unknown) => string;

const eol = fc.constantFrom('\n', '\r\n');

/** Writes like `json.dumps` of Python, with its separators and indentations. */
const byLevel: fc.Arbitrary<Writer> = fc
  .record({ indent: fc.constantFrom('', ' ', '  ', '\t'), colon: fc.constantFrom(':', ': '), newline: eol })
  .map(
    ({ indent, colon, newline }) =>
      (value) =>
        nested(value, { indent, colon, newline, level: '' }),
  );

const onOneLine: fc.Arbitrary<Writer> = fc
  .record({ comma: fc.constantFrom(',', ', '), colon: fc.constantFrom(':', ': ', ' : ') })
  .map(
    ({ comma, colon }) =>
      (value) =>
        flat(value, comma, colon),
  );

interface Nesting {
  readonly indent: string;
  readonly colon: string;
  readonly newline: string;
  readonly level: string;
}

function nested(value: unknown, how: Nesting): string {
  const inner = { ...how, level: how.level + how.indent };
  const [open, close] = [how.newline + inner.level, how.newline + how.level];
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${open}${value.map((each) => nested(each, inner)).join(`,${open}`)}${close}]`;
  }
  if (typeof value !== 'object' || value === null) return scalar(value);
  const members = Object.entries(value).map(([name, each]) => `${quoted(name)}${how.colon}${nested(each, inner)}`);
  return members.length === 0 ? '{}' : `{${open}${members.join(`,${open}`)}${close}}`;
}

function flat(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map((each) => flat(each, comma, colon)).join(comma)}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${quoted(name)}${colon}${flat(each, comma, colon)}`)
    .join(comma)}}`;
}

/** Numbers as JavaScript would not write them, and escapes that it would not use. */
function scalar(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}`.replace(/^(\d)$/, '$1.0') : `${value}`;
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/[é/]/g, (sign) => (sign === '/' ? '\\/' : '\\u00E9'));
}

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('a\nb\n', 'é/\\"', 'NaN', '{"cells": [', '\u0000\t\u2028', ']}'),
);
const source = fc.oneof(
  words,
  fc.array(
    words.map((line) => `${line}\n`),
    { maxLength: 3 },
  ),
);
const extra = fc.dictionary(
  fc.constantFrom('tags', 'cells', 'source', 'odd', 'x'),
  fc.oneof(
    words,
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7, 1e-7, true, null),
    fc.array(words, { maxLength: 2 }),
  ),
  { maxKeys: 3 },
);

const cell: fc.Arbitrary<Json> = fc
  .tuple(
    fc.record(
      {
        cell_type: fc.constantFrom('code', 'markdown', 'raw'),
        id: fc.constantFrom('one', 'two', 'three', 'cell-0'),
        metadata: extra,
        source,
        attachments: extra,
        execution_count: fc.constantFrom(null, 3),
        outputs: fc.array(extra, { maxLength: 2 }),
      },
      { requiredKeys: ['cell_type'] },
    ),
    fc.boolean(),
  )
  .map(([members, isReversed]) => (isReversed ? Object.fromEntries(Object.entries(members).reverse()) : members));

const notebook = fc.record({
  value: fc
    .record({
      metadata: extra,
      cells: fc.array(cell, { maxLength: 4 }),
      nbformat: fc.constant(4),
      nbformat_minor: fc.constantFrom(2, 5),
    })
    .map((members): Json => members),
  write: fc.oneof(byLevel, onOneLine),
  around: fc.constantFrom(['', ''], ['', '\n'], [' \n', '\r\n\r\n']),
});

const change = fc.record({
  at: fc.nat(3),
  mode: fc.constantFrom('replace', 'insert', 'first', 'delete'),
  source: fc.oneof(words, fc.constantFrom('', 'x = 1\ny = "é"\n', 'one\r\ntwo')),
  type: fc.constantFrom<(CellType | undefined)[]>('code', 'markdown', undefined),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const ID = 'abcd0123456789';

function cellsOf({ cells }: Json): Json[] {
  return Array.isArray(cells) ? cells : [];
}

function parsed(text: string): Json {
  return JSON.parse(withoutOddNumbers(text) ?? text);
}

function opened(text: string): NotebookText {
  const found = notebookText(text);
  if ('fault' in found) throw new TypeError(found.fault);
  return found;
}

function changesOf(text: NotebookText, { at, mode, source, type }: Change): readonly TextChange[] {
  const named = text.cells[at];
  if (mode === 'first' || named === undefined) {
    return insertCell(text, null, { source, type: type ?? 'code', id: newCellId(text, ID), isAscii: false });
  }
  if (mode === 'delete') return deleteCell(text, named);
  if (mode === 'replace') return replaceCell(text, named, { source, type, isAscii: false });
  return insertCell(text, named, { source, type: type ?? 'code', id: newCellId(text, ID), isAscii: false });
}

function applied(text: string, changes: readonly TextChange[]): string {
  let [end, done] = [0, ''];
  for (const { from, to, text: added } of changes) {
    expect(from).toBeGreaterThanOrEqual(end);
    done += text.slice(end, from) + added;
    end = to;
  }
  return done + text.slice(end);
}

/** The notebook as a plain edit of its JSON leaves it, every source as one string. */
function edited(root: Json, { at, mode, source, type }: Omit<Change, 'source'> & { source: unknown }): Json {
  const cells = [...cellsOf(root)];
  const named = cells[at];
  if (mode === 'delete' && named !== undefined) cells.splice(at, 1);
  else if (mode === 'replace' && named !== undefined) {
    const next: Json = { ...named, source, ...(type && { cell_type: type }) };
    if (next.cell_type === 'code' && named.cell_type !== 'code') delete next.attachments;
    if (next.cell_type === 'code') Object.assign(next, { execution_count: null, outputs: [] });
    else if (next.cell_type !== named.cell_type) {
      delete next.execution_count;
      delete next.outputs;
    }
    cells[at] = next;
  } else {
    const { nbformat_minor: minor } = root;
    const kind = type ?? 'code';
    const id = minor === 5 ? { id: ID.slice(0, 8) } : {};
    const run = kind === 'code' ? { execution_count: null, outputs: [] } : {};
    const fresh = { cell_type: kind, ...id, source, metadata: {}, ...run };
    cells.splice(mode === 'first' || named === undefined ? 0 : at + 1, 0, fresh);
  }
  return { ...root, cells };
}

function withPlainSources(root: Json): Json {
  const cells = cellsOf(root).map((each) => ({
    ...each,
    ...('source' in each && { source: [each.source].flat().join('') }),
  }));
  return { ...root, cells };
}

describe('changes of cells', () => {
  it('come to what a plain edit of the JSON gives', () => {
    fc.assert(
      fc.property(notebook, change, ({ value, write, around }, wanted) => {
        const text = around.join(write(value));
        const after = parsed(applied(text, changesOf(opened(text), wanted)));
        expect(withPlainSources(after)).toEqual(withPlainSources(edited(parsed(text), wanted)));
        expect(Object.keys(after)).toEqual(Object.keys(value));
      }),
      { numRuns: testRounds(100) },
    );
  });

  it('leave everything outside of the cell as it is, unit for unit', () => {
    fc.assert(
      fc.property(notebook, change, ({ value, write, around }, wanted) => {
        const text = around.join(write(value));
        const before = opened(text);
        const changes = changesOf(before, wanted);
        const after = opened(applied(text, changes));
        const textsOf = ({ text: whole, cells }: NotebookText) =>
          cells.map(({ child }) => whole.slice(child.value.from, child.value.to));
        const [old, now] = [textsOf(before), textsOf(after)];
        if (now.length < old.length) old.splice(wanted.at, 1);
        else if (now.length > old.length)
          now.splice(wanted.mode === 'insert' && before.cells[wanted.at] ? wanted.at + 1 : 0, 1);
        else for (const texts of [old, now]) texts.splice(wanted.at, 1);
        expect(now).toEqual(old);
        expect(after.text.slice(0, after.list.from)).toBe(text.slice(0, before.list.from));
        expect(after.text.slice(after.list.to)).toBe(text.slice(before.list.to));
      }),
      { numRuns: testRounds(100) },
    );
  });

  it('write a new cell as the notebook is written', () => {
    fc.assert(
      fc.property(notebook, change, ({ value, write }, wanted) => {
        // Without a cell there is no form to follow.
        fc.pre(cellsOf(value).length > 0);
        const alike = { ...value, cells: cellsOf(value).map((each) => ({ ...each, source: ['a\n', 'b'] })) };
        const text = write(alike);
        const insert = { ...wanted, mode: 'insert' as const, source: 'one\ntwo' };
        const after = applied(text, changesOf(opened(text), insert));
        expect(after).toBe(write(edited(alike, { ...insert, source: ['one\n', 'two'] })));
      }),
      { numRuns: testRounds(100) },
    );
  });

  it('take an insertion back by a deletion, to the unit', () => {
    fc.assert(
      fc.property(notebook, change, ({ value, write, around }, wanted) => {
        fc.pre(cellsOf(value).length > 0);
        const text = around.join(write(value));
        const insert = { ...wanted, mode: 'insert' as const };
        const after = opened(applied(text, changesOf(opened(text), insert)));
        const place = opened(text).cells[wanted.at] === undefined ? 0 : wanted.at + 1;
        expect(applied(after.text, changesOf(after, { ...wanted, mode: 'delete', at: place }))).toBe(text);
      }),
      { numRuns: testRounds(100) },
    );
  });
});
