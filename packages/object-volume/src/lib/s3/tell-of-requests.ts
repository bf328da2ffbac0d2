import type { S3Client } from '@aws-sdk/client-s3';
import { statusOf } from './store-error.ts';

/** Tells of each request that a client makes: of its operation, and of the status of its answer, 0 where there was none. */
export function tellOfRequests(client: S3Client, onRequest: (operation: string, status: number) => void): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName).replace(/Command$/, '');
      try {
        const made = await next(args);
        onRequest(operation, made.output.$metadata.httpStatusCode ?? 0);
        return made;
      } catch (error) {
        onRequest(operation, statusOf(error) ?? 0);
        throw error;
      }
    },
    { step: 'initialize', name: 'tellOfRequests' },
  );
}
