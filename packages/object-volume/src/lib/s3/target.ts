import type { S3Client } from '@aws-sdk/client-s3';
import { ToolError } from '@dragoman/fs-core';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Address of a bucket, and the region and service that its requests are signed for. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: URL;
  readonly region: string;
  readonly service: string;
}

/**
 * Finds out from the SDK where a bucket is, by settings, profiles and Amazon's rules of regions. Nothing is asked of
 * anybody.
 * @throws ToolError for a bucket whose requests are signed in another way; the SDK's error for settings that do not fit
 */
export async function targetOf({ HeadBucketCommand }: Sdk, client: S3Client, Bucket: string): Promise<Target> {
  const command = new HeadBucketCommand({ Bucket });
  let target: Target | null = null;
  command.middlewareStack.add(
    (_, context) => async () => {
      const { endpointV2, authSchemes } = context;
      const scheme = authSchemes?.find(({ name }) => name === 'sigv4');
      if (endpointV2 !== undefined && scheme !== undefined) {
        const { signingRegion: region, signingName: service } = scheme;
        if (region && service) target = { url: new URL(String(endpointV2.url)), region, service };
      }
      // The request goes no further.
      return { response: null, output: { $metadata: {} } };
    },
    { name: 'targetOf', step: 'serialize', priority: 'low' },
  );
  await client.send(command);
  if (target === null) throw otherSignature();
  return target;
}

function otherSignature(): ToolError {
  const reason = 'requests to this bucket take another signature than version 4';
  const failure = { code: 'IO_ERROR', problem: 'store-unreachable', reason } as const;
  return new ToolError(failure, `The store cannot be reached: ${reason}`);
}
