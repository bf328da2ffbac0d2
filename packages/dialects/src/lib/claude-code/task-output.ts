import { outputTool } from '../command-tools.ts';
import { input } from './schemas.ts';

export const taskOutput = outputTool('TaskOutput', input.TaskOutput);
