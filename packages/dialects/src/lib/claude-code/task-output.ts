import { claude } from '@dragoman/formatters';
import { taskOutput as readTask } from '@dragoman/tools';
import * as z from '../schema.ts';
import { tool } from '../tool.ts';

const description = `Tells whether a background command is running or completed, with its output so far and, once it has ended, its exit code.`;

export const taskOutput = tool({
  name: 'TaskOutput',
  title: 'Read the output of a background command',
  description,
  effect: 'observes',
  input: z.strictObject({
    task_id: z.string().check(z.describe('The task_id that Bash answered')),
  }),
  operation: readTask,
  request: ({ task_id }) => ({ taskId: task_id }),
  render: claude.taskProgress,
});
