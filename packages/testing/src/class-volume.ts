import type { Change, FileChange, Purpose, UpdateOptions, Volume } from '@dragoman/fs-core';

/** A volume as somebody else may write one: a class, whose methods need their `this`. Counts what it is asked. */
export class ClassVolume implements Volume {
  readonly #volume: Volume;
  readonly opened: string[] = [];
  readonly located: string[] = [];
  readonly called: string[] = [];

  constructor(volume: Volume) {
    this.#volume = volume;
  }

  get roots() {
    return this.#volume.roots;
  }
  get traits() {
    return this.#volume.traits;
  }
  prepare() {
    this.called.push('prepare');
    return this.#volume.prepare();
  }
  open(path: string, purpose?: Purpose) {
    this.opened.push(path);
    return this.#volume.open(path, purpose);
  }
  locate(...args: Parameters<Volume['locate']>) {
    this.located.push(args[0]);
    return this.#volume.locate(...args);
  }
  update<Result>(path: string, change: Change<Result>, options?: UpdateOptions) {
    return this.#volume.update(path, change, options);
  }
  remove(...args: Parameters<Volume['remove']>) {
    return this.#volume.remove(...args);
  }
  move(...args: Parameters<Volume['move']>) {
    return this.#volume.move(...args);
  }
  makeDirectory(...args: Parameters<Volume['makeDirectory']>) {
    return this.#volume.makeDirectory(...args);
  }
  transact(changes: readonly FileChange[], options?: Parameters<Volume['transact']>[1]) {
    return this.#volume.transact(changes, options);
  }
  deniedEntries(where?: 'trees') {
    this.called.push(`deniedEntries ${where}`);
    return this.#volume.deniedEntries(where);
  }
  [Symbol.asyncDispose]() {
    this.called.push('dispose');
    return this.#volume[Symbol.asyncDispose]();
  }
}
