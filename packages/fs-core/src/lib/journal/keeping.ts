import type { Contents } from './contents.ts';
import type { KeptFile } from './entry.ts';

/** A file whose content is to be kept. */
export interface KeepableFile {
  readonly descriptor: number;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** The version of its bytes. */
  version(): Promise<string>;
}

/** Keeps the contents of one operation. */
export class Keeping {
  /** Bytes by which the contents grew. */
  grownBy = 0;
  readonly #contents: Contents;
  readonly #maxBytes: number;
  /** Sizes by digest. */
  readonly #kept = new Map<string, number>();

  constructor(contents: Contents, maxBytes: number) {
    this.#contents = contents;
    this.#maxBytes = maxBytes;
  }

  /**
   * Keeps a content, unless it would not fit into the whole journal.
   * @param known its digest, if it is known
   * @throws the system's error
   */
  async file(file: KeepableFile, known: string | null): Promise<KeptFile> {
    const { size, mode } = file;
    const total = [...this.#kept.values()].reduce((sum, each) => sum + each, size);
    if (total > this.#maxBytes) return { kind: 'file', version: await file.version(), mode, size, isKept: false };
    const { digest, isNew } = await this.#contents.keep(file, known);
    this.#kept.set(digest, size);
    if (isNew) this.grownBy += size;
    return { kind: 'file', version: `sha256:${digest}`, mode, size, isKept: true };
  }

  /** Whether everything is still there: another process may have removed what no operation seemed to need. */
  get isWhole(): boolean {
    return [...this.#kept].every(([digest, size]) => this.#contents.has(digest, size));
  }

  /** Resolves once everything is on the disk: also what was there, since whoever wrote it may have died before. */
  async synced(): Promise<void> {
    await this.#contents.sync([...this.#kept.keys()]);
  }
}
