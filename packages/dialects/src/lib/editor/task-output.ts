import { outputTool } from '../command-tools.ts';

export const taskOutput = outputTool('task_output', 'bash');
