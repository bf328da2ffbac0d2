/** Names of variables and what they hold, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const secret = /(?:^|_)(?:TOKEN|KEY|SECRET)$|PASSWORD$/i;

/** The variables that a command may see: all but those whose names say that they are secret and that `keep` does not name. */
export function cleanEnvironment(environment: Environment, keep: readonly string[] = []): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (keep.includes(name) || !secret.test(name))) shown[name] = value;
  }
  return shown;
}
