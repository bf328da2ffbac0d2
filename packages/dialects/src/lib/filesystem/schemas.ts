import * as z from 'zod/mini';

const path = z.string();
const some = (words: string) => z.optional(z.number().check(z.describe(words)));

const partOfFile = z.object({
  path,
  tail: some('Returns only so many lines of the end'),
  head: some('Returns only so many lines of the beginning'),
});

const excludePatterns = z._default(z.array(z.string()), []);

/** Arguments of each tool. */
export const input = {
  read_file: partOfFile,
  read_text_file: partOfFile,
  read_media_file: z.object({ path }),
  read_multiple_files: z.object({
    paths: z.array(z.string()).check(z.minLength(1), z.describe('Paths of the files to read')),
  }),
  write_file: z.object({ path, content: z.string() }),
  edit_file: z.object({
    path,
    edits: z.array(
      z.object({
        oldText: z.string().check(z.describe('Text to find, which must be in one place')),
        newText: z.string().check(z.describe('Text to put in its place')),
      }),
    ),
    dryRun: z._default(z.boolean().check(z.describe('Show the diff and change nothing')), false),
  }),
  create_directory: z.object({ path }),
  list_directory: z.object({ path }),
  list_directory_with_sizes: z.object({
    path,
    sortBy: z._default(z.enum(['name', 'size']).check(z.describe('What entries are sorted by')), 'name'),
  }),
  directory_tree: z.object({ path, excludePatterns }),
  move_file: z.object({ source: z.string(), destination: z.string() }),
  search_files: z.object({ path, pattern: z.string(), excludePatterns }),
  get_file_info: z.object({ path }),
  list_allowed_directories: z.object({}),
};

const text = z.strictObject({ content: z.string() });

/** Schemas of `structuredContent`, for programs. */
export const output = {
  text,
  media: z.strictObject({
    content: z.array(
      z.union([
        z.strictObject({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
        z.strictObject({
          type: z.literal('resource'),
          resource: z.strictObject({ uri: z.string(), mimeType: z.optional(z.string()), blob: z.string() }),
        }),
      ]),
    ),
  }),
};
