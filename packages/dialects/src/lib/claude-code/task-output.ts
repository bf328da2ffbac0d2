import { outputTool } from '../command-tools.ts';

export const taskOutput = outputTool('TaskOutput', 'Bash');
