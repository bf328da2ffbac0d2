import { commandTool } from '../command-tools.ts';
import { input } from './schemas.ts';

export const bash = commandTool({ name: 'bash', outputTool: 'task_output', input: input.bash });
