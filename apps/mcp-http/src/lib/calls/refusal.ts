/** Thrown if a request is not served now, though it might be later. */
export class Refusal extends Error {
  readonly status: 429 | 503;
  readonly retryAfterS: number;

  constructor(status: 429 | 503, message: string, retryAfterS: number) {
    super(message);
    this.status = status;
    this.retryAfterS = Math.max(1, Math.ceil(retryAfterS));
  }
}

export function busy(): Refusal {
  return new Refusal(503, 'The server is busy', 1);
}
