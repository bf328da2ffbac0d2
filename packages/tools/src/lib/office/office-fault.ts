import { type OfficeFault, ToolError } from '@dragoman/fs-core/internal/kernel';

type Detail<Fault> = Fault extends OfficeFault ? Omit<Fault, 'format'> : never;

/** A fault of a document whose format is added by `officeText`. */
export type FaultDetail = Detail<OfficeFault>;

/** The error for a document that cannot be shown. */
export function officeFault(detail: FaultDetail, cause?: unknown): ToolError {
  return new ToolError(
    { code: 'UNSUPPORTED_FILE', mimeType: null, office: { format: null, ...detail } },
    `Cannot read document: ${detail.problem}`,
    { cause },
  );
}
