interface LimitArguments {
  readonly max_tokens?: number | undefined;
  readonly max_bytes?: number | undefined;
  readonly max_lines?: number | undefined;
}

/** The limits of a page, as operations take them. */
export function limitsOf({ max_tokens, max_bytes, max_lines }: LimitArguments) {
  return { maxTokens: max_tokens ?? null, maxBytes: max_bytes ?? null, maxLines: max_lines ?? null };
}
