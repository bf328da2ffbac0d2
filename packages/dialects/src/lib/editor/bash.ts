import { commandTool } from '../command-tools.ts';

export const bash = commandTool({ name: 'bash', outputTool: 'task_output' });
