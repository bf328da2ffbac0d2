import { commandTool } from '../command-tools.ts';
import { input } from './schemas.ts';

export const bash = commandTool({ name: 'Bash', outputTool: 'TaskOutput', input: input.Bash });
