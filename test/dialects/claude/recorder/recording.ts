/** A part of an answer; data of images in base64. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string };

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
  readonly answers: Readonly<Record<string, Answer>>;
}
