/**
 * An abort signal and what aborts it. Node 20 gives each `AbortSignal` a hidden class of its own, so that making one and
 * asking it costs a call more than opening a file; all of these share one. Only `AbortSignal.any` must not be given one:
 * it knows no other signals than Node's own.
 */
export class Cancellation extends EventTarget implements AbortSignal {
  aborted = false;
  reason: unknown = undefined;
  onabort: AbortSignal['onabort'] = null;

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = new Event('abort');
    this.onabort?.(event);
    this.dispatchEvent(event);
  }
}
