import { outputTool } from '../command-tools.ts';
import { input } from './schemas.ts';

export const taskOutput = outputTool('task_output', input.task_output);
