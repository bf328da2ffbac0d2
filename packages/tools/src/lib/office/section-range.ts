import { ToolError } from '@dragoman/fs-core';
import type { PageRange } from '../operations/read/read-pdf.ts';

/** The main part of a document, and which of its sections are shown. */
export interface OfficeRequest {
  /** The path of the document as the caller gave it. */
  readonly path: string;
  readonly part: string;
  /** Default: all. */
  readonly pages?: PageRange | undefined;
}

/** Sheets of a workbook or slides of a presentation, of which a range is shown. */
export interface Sections<Section> {
  readonly path: string;
  readonly unit: 'sheet' | 'slide';
  readonly all: readonly Section[];
}

/** A section with its number, from 1. */
export interface NumberedSection<Section> {
  readonly number: number;
  readonly section: Section;
}

/** The sections in a range. @throws ToolError `INVALID_RANGE` if it begins after the last one */
export function sectionsIn<Section>(
  { path, unit, all }: Sections<Section>,
  range: PageRange | undefined,
): NumberedSection<Section>[] {
  const { first, last } = range ?? { first: 1, last: all.length };
  if (range !== undefined && first > all.length) {
    const message = `Cannot read from ${unit} ${first} of "${path}": it has ${all.length}`;
    const facts = { path, page: first, totalPages: all.length, unit };
    throw new ToolError({ code: 'INVALID_RANGE', problem: 'past-page', ...facts }, message);
  }
  return all.slice(first - 1, last).map((section, at) => ({ number: first + at, section }));
}
