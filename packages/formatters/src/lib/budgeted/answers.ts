/** Answers of the tools of dialect `budgeted`. What is optional is there unless the call asks for minimal metadata. */
export type BudgetedAnswer = ReadCodeAnswer | WriteCodeAnswer | SearchCodeAnswer | FindFilesAnswer;

/** The limit that ended a page, all limits, and how much of them the page takes. */
export type PageAnswer = {
  readonly truncated: boolean;
  readonly truncated_by?: 'max_tokens' | 'max_bytes' | 'max_lines' | 'server_limit' | null;
  readonly limits?: {
    readonly max_tokens: number | null;
    readonly max_bytes: number;
    readonly max_lines: number | null;
  };
  /** Tokens are null unless they were limited. */
  readonly usage?: { readonly tokens: number | null; readonly bytes: number; readonly lines: number };
  /** Continuation for the next call; null if nothing follows. */
  readonly continuation: string | null;
};

export type ReadCodeAnswer = PageAnswer & {
  readonly file_path: string;
  readonly content: string;
  /** 1-based, as `end_line`. */
  readonly start_line: number;
  readonly end_line: number;
  readonly version: string;
  readonly starts_mid_line?: boolean;
  readonly ends_mid_line?: boolean;
  readonly total_lines?: number | null;
  readonly total_bytes?: number;
  readonly encoding?: string;
};

export type WriteCodeAnswer = {
  readonly file_path: string;
  /** Version of the file as it is now; absent if only a chunk arrived, as the rest. */
  readonly version?: string;
  readonly affected_lines?: { readonly start: number; readonly removed: number; readonly added: number };
  readonly previous_version?: string;
  readonly total_lines?: number;
  readonly bytes_written?: number;
  readonly diff?: string;
  readonly broke_hard_link?: boolean;
  readonly not_kept?: readonly string[];
  readonly synced?: boolean;
  readonly dry_run?: boolean;
  /** The part of a replacement that arrived. */
  readonly chunk?: { readonly id: string; readonly index: number; readonly bytes_received: number };
};

export type SearchCodeAnswer = PageAnswer & {
  readonly matches: readonly {
    readonly file_path: string;
    readonly line: number;
    readonly text: string;
    readonly cut_before?: number;
    readonly cut_after?: number;
  }[];
  readonly incomplete?: boolean;
  readonly note?: string;
};

export type FindFilesAnswer = PageAnswer & {
  readonly files: readonly { readonly file_path: string; readonly size: number; readonly modified: string }[];
  readonly incomplete?: boolean;
  readonly note?: string;
};

/** Answer of these tools to a call that fails; further fields depend on the code. */
export type FailureAnswer = {
  readonly error: { readonly code: string; readonly message: string; readonly [detail: string]: unknown };
};
