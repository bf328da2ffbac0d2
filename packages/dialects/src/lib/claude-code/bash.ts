import { commandTool } from '../command-tools.ts';
import * as z from '../schema.ts';

export const bash = commandTool({
  name: 'Bash',
  outputTool: 'TaskOutput',
  beside: { description: z.optional(z.string().check(z.describe('What the command does, in a few words'))) },
});
