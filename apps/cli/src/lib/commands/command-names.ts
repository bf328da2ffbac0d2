/** The program's own commands, in the order in which help lists them. */
export const COMMAND_NAMES = ['tools', 'call', 'mcp', 'doctor', 'completion', 'man', 'help'] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

export function isCommandName(name: string): name is CommandName {
  return COMMAND_NAMES.some((command) => command === name);
}
