import * as z from 'zod/mini';

const limit = (what: string) => z.optional(z.int().check(z.minimum(1), z.describe(what)));

const metadata_level = z.optional(
  z.enum(['standard', 'minimal']).check(z.describe('How much to tell besides what was asked for (default: standard)')),
);

/** The arguments of every tool that pages. */
const paging = {
  max_bytes: limit('Most UTF-8 bytes of the result'),
  max_lines: limit('Most lines of the result'),
  continuation: z.optional(
    z.string().check(z.describe('From the result before: gives what follows it, under any limits')),
  ),
  metadata_level,
};

/** The same with tokens counted. */
const pagingByTokens = { max_tokens: limit('Most o200k_base tokens of the result'), ...paging };

const count = z.int().check(z.minimum(0));

/** The facts that every page reports about itself. */
const pageFacts = {
  truncated: z.boolean(),
  truncated_by: z.nullable(z.enum(['max_tokens', 'max_bytes', 'max_lines', 'server_limit'])),
  limits: z.object({ max_tokens: z.nullable(count), max_bytes: count, max_lines: z.nullable(count) }),
  usage: z.object({ tokens: z.nullable(count), bytes: count, lines: count }),
  continuation: z.nullable(z.string()),
};

/** Arguments of each tool. */
export const input = {
  read_code: z.strictObject({
    file_path: z.string().check(z.describe('The file, absolute or relative to the working directory')),
    start_line: z.optional(z.int().check(z.describe('First line, 1-based. Default: 1'))),
    end_line: z.optional(z.int().check(z.describe('Last line, inclusive. Default: the last of the file'))),
    ...pagingByTokens,
  }),
  write_code: z.strictObject({
    file_path: z.string().check(z.describe('The file, absolute or relative to the working directory')),
    start_line: z.int().check(z.describe('First line to replace, 1-based')),
    end_line: z.int().check(z.describe('Last line to replace; start_line - 1 to insert')),
    replacement: z.string().check(z.describe('The new lines')),
    preconditions: z.optional(
      z
        .strictObject({
          version: z.optional(z.string().check(z.describe('The version the file must have'))),
          expected_text: z.optional(z.string().check(z.describe('The text the replaced lines must have'))),
          total_lines: z.optional(z.int().check(z.describe('How many lines the file must have'))),
        })
        .check(z.describe('What must be true for anything to be written')),
    ),
    dry_run: z.optional(z.boolean().check(z.describe('Answer the same and write nothing'))),
    chunk: z.optional(
      z
        .strictObject({
          id: z.string().check(z.describe('Any name, the same in all chunks')),
          index: z.int().check(z.minimum(0), z.describe('Place among the chunks')),
          last: z.boolean().check(z.describe('Apply all chunks now')),
        })
        .check(z.describe('Marks replacement as one part of a larger one')),
    ),
    metadata_level,
  }),
  search_code: z.strictObject({
    pattern: z.string().check(z.describe('Regular expression')),
    path: z.optional(z.string().check(z.describe('File or directory to search. Default: the working directory'))),
    glob: z.optional(z.string().check(z.describe('Glob that files must fit, such as "*.ts" or "src/**"'))),
    case_insensitive: z.optional(z.boolean()),
    ...pagingByTokens,
  }),
  find_files: z.strictObject({
    pattern: z.string().check(z.describe('Glob: *, **, ?, [abc], {a,b}')),
    path: z.optional(z.string().check(z.describe('Directory to search. Default: the working directory'))),
    ...paging,
  }),
};

/** Answers of each tool. */
export const output = {
  read_code: answer({
    file_path: z.string(),
    content: z.string(),
    start_line: z.int(),
    end_line: z.int(),
    starts_mid_line: z.boolean(),
    ends_mid_line: z.boolean(),
    total_lines: z.nullable(z.int()),
    total_bytes: z.int(),
    encoding: z.string(),
    version: z.string(),
    ...pageFacts,
  }),
  write_code: answer({
    file_path: z.string(),
    previous_version: z.string(),
    version: z.string(),
    affected_lines: z.object({ start: z.int(), removed: z.int(), added: z.int() }),
    total_lines: z.int(),
    bytes_written: z.int(),
    diff: z.string(),
    broke_hard_link: z.boolean(),
    not_kept: z.array(z.string()),
    synced: z.boolean(),
    dry_run: z.boolean(),
    chunk: z.object({ id: z.string(), index: z.int(), bytes_received: z.int() }),
  }),
  search_code: answer({
    matches: z.array(
      z.object({
        file_path: z.string(),
        line: z.int(),
        text: z.string(),
        cut_before: z.optional(z.int()),
        cut_after: z.optional(z.int()),
      }),
    ),
    ...pageFacts,
    incomplete: z.boolean(),
    note: z.string(),
  }),
  find_files: answer({
    files: z.array(z.object({ file_path: z.string(), size: z.int(), modified: z.string() })),
    ...pageFacts,
    incomplete: z.boolean(),
    note: z.string(),
  }),
};

/** Schema of an answer: these facts, of which `minimal` leaves some out, or an error. */
function answer<Facts extends z.core.$ZodShape>(facts: Facts) {
  const error = z.optional(z.object({ code: z.string(), message: z.string() }));
  return z.strictObject({ ...z.partial(z.object(facts)).shape, error });
}
