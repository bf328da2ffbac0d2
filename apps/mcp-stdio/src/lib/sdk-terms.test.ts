import { ErrorCode, LEGACY_VERSIONS, LOG_LEVELS } from '@dragoman/mcp/internal/server';
import * as sdk from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

describe('what the server says without the SDK', () => {
  it('is what the SDK says: revisions, levels and codes', () => {
    expect(LEGACY_VERSIONS).toEqual(sdk.SUPPORTED_PROTOCOL_VERSIONS);
    expect(LOG_LEVELS).toEqual(sdk.LoggingLevelSchema.options);
    const { HeaderMismatch, UnsupportedProtocolVersion, ...known } = ErrorCode;
    expect(sdk.ErrorCode).toMatchObject(known);
  });
});
