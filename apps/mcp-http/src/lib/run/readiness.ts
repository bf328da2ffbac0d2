import type { Stage } from '../front/server-context.ts';
import type { Authentication } from './authenticators.ts';
import type { Hosting } from './hosting.ts';

export interface ReadinessParts {
  readonly stage: () => Stage;
  readonly authentication: Pick<Authentication, 'principals'>;
  readonly hosting: Pick<Hosting, 'answers'>;
}

/** Tells in one word why a balancer should send nothing here; null while all is well. */
export function createReadiness({ stage, authentication, hosting }: ReadinessParts): () => Promise<string | null> {
  return async () => {
    if (stage() !== 'serving') return 'draining';
    // What holds then is not what the file says.
    if (authentication.principals?.isFaulty) return 'principals';
    return (await hosting.answers()) ? null : 'volume';
  };
}
