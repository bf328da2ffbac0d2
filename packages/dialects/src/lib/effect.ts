/** Files and programs that a tool may change; its annotations follow from that. */
export type Effect =
  /** Changes nothing. */
  | 'reads'
  /** Makes something where nothing was; a second call makes nothing more. */
  | 'adds'
  /** Changes a file; a second call changes nothing more. */
  | 'overwrites'
  /** Changes a file; a second call may change more, or fail. */
  | 'edits'
  /** Takes a change back, out of the session's journal. */
  | 'undoes'
  /** Runs a program. */
  | 'runs'
  /** Ends a program that another call started. */
  | 'stops'
  /** Changes nothing, and reports on running programs. */
  | 'observes';

/** The commands of a tool that has several, by name, and what each may change. */
export type Commands = Readonly<Record<string, Effect>>;
