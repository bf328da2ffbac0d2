export type {
  DialectName,
  JsonSchema,
  ObjectSchema,
  ToolDefinition,
  ToolResult,
  Toolset,
} from './lib/toolset-contract.ts';
