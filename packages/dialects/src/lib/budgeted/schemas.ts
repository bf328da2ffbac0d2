import * as z from '../schema.ts';

const limit = (what: string) => z.optional(z.int().check(z.minimum(1), z.describe(what)));

export const metadataLevel = z.optional(
  z.enum(['standard', 'minimal']).check(z.describe('How much to tell besides what was asked for (default: standard)')),
);

/** The arguments of every tool that pages. */
export const paging = {
  max_bytes: limit('Most UTF-8 bytes of the result'),
  max_lines: limit('Most lines of the result'),
  continuation: z.optional(
    z.string().check(z.describe('From the result before: gives what follows it, under any limits')),
  ),
  metadata_level: metadataLevel,
};

/** The same with tokens counted. */
export const pagingByTokens = { max_tokens: limit('Most o200k_base tokens of the result'), ...paging };

interface LimitArguments {
  readonly max_tokens?: number | undefined;
  readonly max_bytes?: number | undefined;
  readonly max_lines?: number | undefined;
}

export function limitsOf({ max_tokens, max_bytes, max_lines }: LimitArguments) {
  return { maxTokens: max_tokens ?? null, maxBytes: max_bytes ?? null, maxLines: max_lines ?? null };
}

const count = z.int().check(z.minimum(0));

/** The facts that every page reports about itself. */
export const pageFacts = {
  truncated: z.boolean(),
  truncated_by: z.nullable(z.enum(['max_tokens', 'max_bytes', 'max_lines', 'server_limit'])),
  limits: z.object({ max_tokens: z.nullable(count), max_bytes: count, max_lines: z.nullable(count) }),
  usage: z.object({ tokens: z.nullable(count), bytes: count, lines: count }),
  continuation: z.nullable(z.string()),
};

/** The schema of a tool's answer: these facts, of which `minimal` leaves some out, or an error. */
export function answer(facts: Readonly<Record<string, z.Schema>>): z.FieldsSchema {
  const fields = Object.entries(facts).map(([name, field]) => [name, z.optional(field)]);
  const error = z.optional(z.object({ code: z.string(), message: z.string() }));
  return z.strictObject({ ...Object.fromEntries(fields), error });
}
