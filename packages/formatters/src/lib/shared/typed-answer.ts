import type {
  DirectoryOutcome,
  GlobOutcome,
  GrepOutcome,
  ListBelowOutcome,
  ListDirectoryOutcome,
  PageOutcome,
  PatchOutcome,
} from '@dragoman/outcomes';

/** Answers for scripts: `structuredContent` of a call in code mode, and of each call with `--structured on`. */
export type TypedAnswer =
  | TypedText
  | TypedListing
  | TypedFiles
  | TypedMatches
  | TypedCounts
  | TypedPatch
  | TypedWrite
  | TypedEdit
  | TypedCommand;

/** Text of a file, exactly as it is. */
export interface TypedText {
  readonly content: string;
  /** 1-based; 1 and 0 if the file is empty. */
  readonly start_line: number;
  readonly end_line: number;
  readonly total_lines: number;
  /** Lines follow. */
  readonly truncated: boolean;
  readonly next_line: number | null;
  readonly encoding: string;
  readonly version: string;
}

export interface TypedListing {
  readonly path: string;
  readonly entries: readonly { readonly path: string; readonly type: 'file' | 'directory' | 'link' | 'other' }[];
  readonly truncated: boolean;
  readonly next_offset: number | null;
}

/** Absolute paths. */
export interface TypedFiles {
  readonly files: readonly string[];
  readonly truncated: boolean;
}

export interface TypedMatches {
  readonly matches: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  readonly truncated: boolean;
}

export interface TypedCounts {
  readonly counts: readonly { readonly path: string; readonly count: number }[];
  readonly truncated: boolean;
}

export interface TypedPatch {
  readonly files: readonly {
    readonly change: string;
    readonly path: string;
    readonly from?: string;
    readonly version?: string;
  }[];
}

export interface TypedWrite {
  readonly path: string;
  readonly created: boolean;
  readonly bytes_written: number;
  readonly version: string;
}

export interface TypedEdit {
  readonly path: string;
  readonly replacements: number;
  readonly version: string;
}

/** Output of a command, under the names of Codex' own tools. */
export interface TypedCommand {
  readonly output: string;
  readonly exit_code: number | null;
  readonly session_id: number | null;
  readonly wall_time_seconds: number;
  readonly chunk_id: string;
  readonly original_token_count: number;
}

/** Forms of typed answers, each with the type of its answers. */
export interface TypedForms {
  readonly text: TypedText;
  readonly listing: TypedListing;
  /** A file or a directory. */
  readonly view: TypedText | TypedListing;
  /** The answer to one of several commands. */
  readonly viewOrEdit: TypedText | TypedListing | TypedWrite | TypedEdit;
  readonly files: TypedFiles;
  readonly matches: TypedMatches;
  /** Matches, or, as the call wants it, files or counts. */
  readonly search: TypedFiles | TypedMatches | TypedCounts;
  readonly patch: TypedPatch;
  readonly write: TypedWrite;
  readonly edit: TypedEdit;
  readonly command: TypedCommand;
}

interface Change {
  readonly kind: 'write' | 'edit' | 'edits' | 'inserted';
  readonly path: string;
  readonly created: boolean;
  readonly bytesWritten: number;
  readonly version: string;
  readonly replacements?: number;
}

/** Outcomes that have a typed form. */
export type TypedOutcome =
  | GlobOutcome
  | GrepOutcome
  | ListBelowOutcome
  | ListDirectoryOutcome
  | DirectoryOutcome
  | PageOutcome
  | PatchOutcome
  | Change;

/**
 * Typed form of an outcome; null if it has none, such as an image.
 * @param offset 1-based number of the first entry of a listing
 * @example typedAnswer('text', outcome)
 */
export function typedAnswer(form: keyof TypedForms, outcome: TypedOutcome, offset = 1): TypedAnswer | null {
  switch (outcome.kind) {
    case 'page':
      return typedText(outcome);
    case 'below':
      return typedListing(outcome, offset);
    case 'list':
      return wholeListing(
        outcome.path,
        outcome.entries.map(({ name, kind }) => ({ path: name, type: kind })),
      );
    case 'directory':
      return wholeListing(
        outcome.path,
        outcome.entries.map(({ path, kind }) => ({ path, type: kind })),
      );
    case 'glob':
      return typedFiles(outcome);
    case 'grep':
      return typedSearch(outcome);
    case 'patch':
      return form === 'patch' ? typedPatch(outcome) : null;
    case 'edit':
    case 'edits':
    case 'inserted':
    case 'write':
      return typedChange(form, outcome);
    default:
      return null;
  }
}

function typedPatch({ files }: PatchOutcome): TypedPatch {
  return { files: files.map(({ atomic: _, ...file }) => file) };
}

/** A file that an edit creates, and lines that are inserted, have no replacements. */
function typedChange(form: keyof TypedForms, change: Change): TypedWrite | TypedEdit {
  const { kind, path, created, bytesWritten, version, replacements = 0 } = change;
  const isEdit = form === 'edit' || (form === 'viewOrEdit' && kind !== 'write');
  return isEdit ? { path, replacements, version } : { path, created, bytes_written: bytesWritten, version };
}

function typedFiles({ entries, folder, incomplete, total }: GlobOutcome): TypedFiles {
  return { files: entries.map(({ path }) => folder + path), truncated: incomplete || entries.length < total };
}

function typedText({ content, startLine, endLine, totalLines, encoding, version, ...page }: PageOutcome): TypedText {
  const last = totalLines ?? endLine;
  const truncated = endLine < last || page.endsMidLine;
  return {
    ...{ content, start_line: startLine, end_line: endLine, total_lines: last, truncated },
    // Of a line that is too long by itself, no line number gives the rest.
    next_line: endLine < last ? endLine + 1 : null,
    ...{ encoding, version },
  };
}

function typedListing({ path, entries, more }: ListBelowOutcome, offset: number): TypedListing {
  return {
    path,
    entries: entries.map((entry) => ({ path: entry.path, type: entry.kind })),
    truncated: more,
    next_offset: more ? offset + entries.length : null,
  };
}

function wholeListing(path: string, entries: TypedListing['entries']): TypedListing {
  return { path, entries: entries.toSorted(byPath), truncated: false, next_offset: null };
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1;
}

function typedSearch({ result, files, folder, remaining, incomplete }: GrepOutcome) {
  const truncated = incomplete || remaining > 0;
  switch (result) {
    case 'files':
      return { files: files.map(({ path }) => folder + path), truncated };
    case 'counts':
      return { counts: files.map(({ path, count }) => ({ path: folder + path, count })), truncated };
    case 'lines': {
      const matches = files.flatMap(({ path, lines }) =>
        lines
          .filter(({ kind }) => kind === 'match')
          .map(({ number, text }) => ({ path: folder + path, line: number, text })),
      );
      return { matches, truncated };
    }
  }
}
