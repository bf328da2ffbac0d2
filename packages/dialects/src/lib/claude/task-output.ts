import * as claude from '@dragoman/formatters/claude';
import { taskLog } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

export const taskOutput = tool({
  name: 'TaskOutput',
  title: 'Read the output of a background command',
  description: 'Shows what a background command has printed so far.',
  effect: 'observes',
  isUnlisted: true,
  input: input.TaskOutput,
  synonyms: { shell_id: 'task_id', bash_id: 'task_id' },
  operation: taskLog,
  request: ({ task_id: taskId }) => ({ taskId }),
  render: claude.taskLog,
  explain: claude.taskFailed,
});
