import { ToolError } from '@dragoman/tools';
import type { TABLE } from './option-table.ts';
import type { ReadOptions } from './read-table.ts';

/** Refuses what an overlay cannot stand beside. @throws ToolError `INVALID_ARGUMENT` */
export function assertOverlayFits({ values, spelled }: ReadOptions<typeof TABLE>): void {
  if (!values.overlay) return;
  const { shell, journal, roots } = values;
  const own = spelled.overlay ?? '--overlay';
  const refuse = (other: string, reason: string): never => {
    const sentence = `${own} cannot stand beside ${other}: ${reason}. Leave one of the two out`;
    throw new ToolError({ code: 'INVALID_ARGUMENT', problem: 'option', option: own }, sentence);
  };
  if (shell === 'unrestricted')
    refuse(
      `${spelled.shell ?? '--shell'} ${shell}`,
      'only a sandboxed command sees what the overlay has changed, and any other would change the trees themselves',
    );
  if (journal)
    refuse(
      spelled.journal ?? '--journal',
      'a journal records what changes in the trees, and an overlay leaves them as they are',
    );
  if (roots === 'intersect')
    refuse(
      `${spelled.roots ?? '--roots'} ${roots}`,
      'an overlay belongs to the trees that the options name, whatever the roots of a client',
    );
}
