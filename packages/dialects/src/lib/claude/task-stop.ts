import * as claude from '@dragoman/formatters/claude';
import { stopTask } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

export const taskStop = tool({
  name: 'TaskStop',
  title: 'Stop a background command',
  description: 'Stops a command that runs in the background, by the ID that Bash gave.',
  effect: 'stops',
  input: input.TaskStop,
  synonyms: { shell_id: 'task_id', bash_id: 'task_id' },
  operation: stopTask,
  request: ({ task_id: taskId }) => ({ taskId }),
  render: claude.stoppedTask,
  explain: claude.taskFailed,
});
