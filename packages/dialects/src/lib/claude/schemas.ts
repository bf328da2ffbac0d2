import * as z from 'zod/mini';

const text = (words: string) => z.string().check(z.describe(words));

/** Arguments of each tool. */
export const input = {
  Read: z.strictObject({
    file_path: text('The path of the file to read'),
    offset: z.optional(z.int().check(z.minimum(0), z.describe('The line to start from, 1-based'))),
    limit: z.optional(z.int().check(z.minimum(1), z.describe('The number of lines to read'))),
    pages: z.optional(text('Pages of a PDF, such as "1-5" or "3"; at most 20')),
    allow_large: z.optional(z.boolean().check(z.describe('Read a file over 256KB whole'))),
  }),
  NotebookEdit: z.strictObject({
    notebook_path: text('The path of the notebook to edit'),
    cell_id: z.optional(
      text('The id of the cell, else cell-{index}; insert puts the new cell after it, or first without'),
    ),
    new_source: text('The new source of the cell; not needed to delete'),
    cell_type: z.optional(
      z.enum(['code', 'markdown']).check(z.describe('Default: the type of the cell; insert needs it')),
    ),
    edit_mode: z
      ._default(z.enum(['replace', 'insert', 'delete']), 'replace')
      .check(z.describe('What to do with the cell (default: replace)')),
  }),
};
