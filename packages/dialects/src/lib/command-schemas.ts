import * as z from 'zod/mini';

/** First arguments of a tool that runs commands; dialects put further fields between these and `background`. */
export const command = {
  command: z.string().check(z.describe('The command, as bash -c takes it')),
  timeout: z.optional(z.int().check(z.minimum(1), z.maximum(600_000), z.describe('Milliseconds until it is ended'))),
};

export const background = {
  run_in_background: z.optional(z.boolean().check(z.describe('Do not wait; at most 10 run at once'))),
};

/**
 * Arguments of the tool that reads the output of a background command.
 * @param runsBy name of the tool that started it
 */
export function task(runsBy: string) {
  return z.strictObject({ task_id: z.string().check(z.describe(`The task_id that ${runsBy} answered`)) });
}
