/** A part of an answer. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly mimeType?: string | undefined;
  /** Base64. */
  readonly data?: string;
}

/** Answer to a case; `{cwd}` stands for the working directory, `{file}` for a file of the client's own. */
export interface Answer {
  readonly isError: boolean;
  readonly content: readonly Block[];
  /** Files that the call changed, by path, with their new content; null for one that is gone. Absent if none. */
  readonly changed?: Readonly<Record<string, string | null>>;
}

/** Answers of a release of Claude Code to the cases, by their names. */
export interface Recording {
  readonly version: string;
  /** Tokens of the definition of each tool: its name, description and schema. */
  readonly definitions: Readonly<Record<string, number>>;
  /** Schema of the arguments of each tool. */
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<string, Answer>>;
}
