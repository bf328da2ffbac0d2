/** A line as ripgrep reports it. `confirmLines` must read it again before any of it is shown. */
export interface ProposedLine {
  readonly kind: 'match' | 'context';
  /** 1-based. */
  readonly number: number;
  /** Bytes from the start of `bytes` to the first match; 0 for context. */
  readonly matchAt: number;
  /** Byte offset of `bytes` in the file's text as UTF-8, without the byte-order mark. */
  readonly offset: number;
  /** Without the newline; 1 MB at most, from the beginning of the line unless the match lies behind that. */
  readonly bytes: Uint8Array;
  /** Bytes of the line before `bytes`. Default 0. */
  readonly skipped?: number;
  /** Bytes of the whole line, without the newline. */
  readonly length: number;
  /** True if lines between this one and the one before it were left out. */
  readonly afterGap: boolean;
}

/** Report of ripgrep on one file. */
export interface ProposedFile {
  /** Path in ripgrep's spelling: relative to its directory, beginning with `./`; not UTF-8 on every system. */
  readonly path: Buffer;
  /** Matching lines, or single matches with `onlyMatching`. */
  readonly count: number;
  /** Lines of matches and of context, kept or not; 0 if only counts were asked for. */
  readonly lineCount: number;
  /** Empty if only counts were asked for; at most `maxLines`. */
  readonly lines: readonly ProposedLine[];
}

export interface OutputReader {
  /** Takes a chunk of ripgrep's output and returns the files that it completes. */
  push(chunk: Buffer): ProposedFile[];
  /** Returns the file that the end of the output completes, if any. */
  end(): ProposedFile[];
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const NUL = 0;
const MAX_LINE_BYTES = 1024 * 1024;
// Kept before and after a match behind that: 2,000 characters take no more.
const LATE_BYTES = 8 * 1024;

/** Reads the output of `--count --null`: a path, NUL, a number, a newline. */
export function createCountReader(): OutputReader {
  let pending: Buffer = Buffer.alloc(0);
  return {
    push(chunk) {
      const data = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const files: ProposedFile[] = [];
      let from = 0;
      for (;;) {
        const nul = data.indexOf(0, from);
        const newline = nul < 0 ? -1 : data.indexOf(NEWLINE, nul + 1);
        if (newline < 0) break;
        const count = Number(data.toString('latin1', nul + 1, newline));
        files.push({ path: data.subarray(from, nul), count, lineCount: 0, lines: [] });
        from = newline + 1;
      }
      pending = data.subarray(from);
      return files;
    },
    end: () => [],
  };
}

interface OpenedFile {
  readonly path: Buffer;
  count: number;
  lineCount: number;
  readonly lines: ProposedLine[];
  isBinary: boolean;
  isReported: boolean;
  /** Lines up to this number are skipped. */
  readonly seenTo: number;
}

export interface LineReaderOptions {
  /** The most lines kept of one file; further ones are only counted. */
  readonly maxLines: number;
  /** Lines of a file up to this number are skipped. */
  readonly seenTo: (path: Buffer) => number;
  /** Each line of output is a single match without the text around it. */
  readonly onlyMatching?: boolean | undefined;
  /** A file is reported, and counted no further, as soon as it has more lines than this. Default: no limit. */
  readonly enough?: number | undefined;
}

/**
 * Reads the output of `--heading --null --line-number --column --byte-offset`, with NUL between the fields of a match: a
 * path and NUL, then the file's lines, then an empty line.
 */
export function createLineReader(options: LineReaderOptions): OutputReader {
  const reading: ReaderState = {
    options,
    pending: { parts: [], bytes: 0, length: 0, late: null },
    current: null,
    afterGap: false,
  };
  return {
    push: (chunk) => readChunk(reading, chunk),
    end() {
      const files: ProposedFile[] = [];
      finishFile(reading, files);
      return files;
    },
  };
}

/** State of reading the part of the output that goes on in the next chunk. */
interface ReaderState {
  readonly options: LineReaderOptions;
  readonly pending: PendingRecord;
  current: OpenedFile | null;
  /** Lines are left out between the one before and the next. */
  afterGap: boolean;
}

/** The beginning of a record that is not complete yet. */
interface PendingRecord {
  parts: Buffer[];
  /** Bytes in the parts. */
  bytes: number;
  /** Bytes of the record so far. */
  length: number;
  /** Bytes around a match that lies behind the most that is kept of a line. */
  late: LateWindow | null;
}

/** Bytes `[from, to)` of a record. */
interface LateWindow {
  readonly from: number;
  readonly to: number;
  readonly parts: Buffer[];
}

function readChunk(reading: ReaderState, chunk: Buffer): ProposedFile[] {
  const { pending } = reading;
  const files: ProposedFile[] = [];
  let from = 0;
  while (from < chunk.length) {
    const startsHeading = reading.current === null;
    if (startsHeading && pending.parts.length === 0 && (chunk[from] === NEWLINE || chunk[from] === RETURN)) {
      from += 1;
      continue;
    }
    const end = chunk.indexOf(startsHeading ? 0 : NEWLINE, from);
    if (end < 0) {
      keepPart(pending, chunk.subarray(from), reading.options);
      break;
    }
    const complete = completeRecord(pending, chunk.subarray(from, end), reading.options);
    from = end + 1;
    const { record } = complete;
    if (startsHeading) reading.current = openedFile(record, reading.options.seenTo(record));
    else addRecord(reading, withoutReturn(complete), files);
  }
  return files;
}

function keepPart(pending: PendingRecord, part: Buffer, options: LineReaderOptions): void {
  if (part.length === 0) return;
  const at = pending.length;
  pending.length += part.length;
  const kept = part.subarray(0, Math.max(0, MAX_LINE_BYTES - at));
  if (kept.length > 0) pending.parts.push(kept);
  pending.bytes += kept.length;
  if (kept.length === part.length || options.onlyMatching) return;
  pending.late ??= lateWindow(Buffer.concat(pending.parts));
  const { from, to, parts } = pending.late;
  const late = part.subarray(Math.max(kept.length, from - at), Math.max(0, to - at));
  if (late.length > 0) parts.push(late);
}

/** The bytes around the match of a line whose beginning is known; none for a line of context. */
function lateWindow(beginning: Buffer): LateWindow {
  const number = readNumber(beginning, 0);
  const column = number !== null && beginning[number.end] === NUL ? readNumber(beginning, number.end + 1) : null;
  if (column === null) return { from: 0, to: 0, parts: [] };
  const at = column.end + column.value;
  return { from: at - LATE_BYTES, to: at + LATE_BYTES, parts: [] };
}

/** A line or a path without what ends it. */
interface CompleteRecord {
  readonly record: Buffer;
  /** Bytes of the line behind those that were kept. */
  readonly dropped: number;
  /** Bytes around a match that is not in the record, and how many bytes after the record they begin. */
  readonly late?: { readonly bytes: Buffer; readonly gap: number };
}

function completeRecord(pending: PendingRecord, lastPart: Buffer, options: LineReaderOptions): CompleteRecord {
  keepPart(pending, lastPart, options);
  const { parts, bytes, length, late } = pending;
  const record = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  Object.assign(pending, { parts: [], bytes: 0, length: 0, late: null });
  const dropped = length - bytes;
  if (late === null || late.parts.length === 0) return { record, dropped };
  return { record, dropped, late: { bytes: Buffer.concat(late.parts), gap: Math.max(0, late.from - bytes) } };
}

/** Drops a return at the end, which belongs to no line that is shown; with `--crlf` ripgrep ends its own lines so. */
function withoutReturn(complete: CompleteRecord): CompleteRecord {
  const { record, dropped } = complete;
  const isReturn = dropped === 0 && record[record.length - 1] === RETURN;
  return isReturn ? { record: record.subarray(0, -1), dropped } : complete;
}

function addRecord(reading: ReaderState, line: CompleteRecord, files: ProposedFile[]): void {
  if (line.record.length === 0) finishFile(reading, files);
  else addLine(reading, line, files);
}

function addLine(reading: ReaderState, complete: CompleteRecord, files: ProposedFile[]): void {
  const { record, dropped, late } = complete;
  const { current, afterGap } = reading;
  const { maxLines, onlyMatching = false, enough = Number.POSITIVE_INFINITY } = reading.options;
  if (current === null || current.isReported) return;
  reading.afterGap = record[0] === DASH;
  if (reading.afterGap) return;
  const parsed = parseLine(record, { dropped, afterGap, onlyMatching });
  const line = parsed === null || late === undefined ? parsed : behind(parsed, late);
  if (line === null) current.isBinary = true;
  else if (line.number > current.seenTo) {
    if (line.kind === 'match') current.count += 1;
    current.lineCount += 1;
    if (current.lines.length < maxLines) current.lines.push(line);
  }
  if (current.lineCount > enough) reportFile(current, files);
}

/** A line whose match lies behind the bytes that were kept of its beginning. */
function behind(line: ProposedLine, { bytes, gap }: NonNullable<CompleteRecord['late']>): ProposedLine {
  const skipped = line.bytes.length + gap;
  if (line.matchAt < skipped) return line;
  return { ...line, skipped, bytes, offset: line.offset + skipped, matchAt: line.matchAt - skipped };
}

function finishFile(reading: ReaderState, files: ProposedFile[]): void {
  if (reading.current !== null) reportFile(reading.current, files);
  reading.current = null;
  reading.afterGap = false;
}

function reportFile(file: OpenedFile, files: ProposedFile[]): void {
  if (file.isReported || file.isBinary || file.count === 0) return;
  file.isReported = true;
  files.push(file);
}

function openedFile(path: Buffer, seenTo: number): OpenedFile {
  return { path, count: 0, lineCount: 0, lines: [], isBinary: false, isReported: false, seenTo };
}

interface LineContext extends Pick<ProposedLine, 'afterGap'> {
  /** Bytes of the line that were not kept. */
  readonly dropped: number;
  readonly onlyMatching: boolean;
}

/** Null for a record that is not a line: ripgrep's notice that the file is binary. */
function parseLine(record: Buffer, { dropped, afterGap, onlyMatching }: LineContext): ProposedLine | null {
  const number = readNumber(record, 0);
  if (number === null) return null;
  const isMatch = record[number.end] === NUL;
  const first = readNumber(record, number.end + 1);
  if (first === null) return null;
  const second = isMatch ? readNumber(record, first.end + 1) : null;
  const hasColumn = second !== null && record[second.end] === NUL;
  const offset = hasColumn ? second : first;
  const bytes = record.subarray(offset.end + 1);
  // For an empty match after a file's last character ripgrep gives no column, and the whole line even if only matches
  // were asked for.
  const isEmptyAtEnd = isMatch && !hasColumn && onlyMatching;
  const length = bytes.length + dropped;
  return {
    kind: isMatch ? 'match' : 'context',
    number: number.value,
    matchAt: hasColumn ? first.value - 1 : isMatch && !isEmptyAtEnd ? bytes.length : 0,
    offset: isEmptyAtEnd ? offset.value + length : offset.value,
    bytes: isEmptyAtEnd ? NO_BYTES : bytes,
    length: isEmptyAtEnd ? 0 : length,
    afterGap,
  };
}

const NO_BYTES = new Uint8Array();

function readNumber(record: Buffer, from: number): { value: number; end: number } | null {
  let value = 0;
  let at = from;
  for (let digit = record[at]; digit !== undefined && digit >= ZERO && digit <= NINE; digit = record[at]) {
    value = value * 10 + digit - ZERO;
    at += 1;
  }
  return at === from ? null : { value, end: at };
}
