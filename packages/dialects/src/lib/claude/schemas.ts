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
};
