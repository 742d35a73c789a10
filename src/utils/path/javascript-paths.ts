/**
 * Paths of the language before RFC 9535, whose filters compare as JavaScript does (D21). jsonpath-plus evaluates them
 * with its own expression evaluator. A lazily loaded module, because such paths are rare.
 */
import { JSONPath } from 'jsonpath-plus';
import type { Query } from './advanced';

const isSyntaxError = (error: unknown): boolean => /at character|unexpected|expected/i.test((error as Error).message);

/**
 * Compiles a path that begins with `$`; undefined when it can not be read.
 * @param variables what its expressions read by name.
 */
export function compileJavaScriptPath(path: string, variables?: Readonly<Record<string, string>>): Query | undefined {
  // It is an object of variables; only its type says Map.
  const sandbox = { ...variables } as unknown as Map<string, string>;
  const options = { path, wrap: true, eval: 'safe', sandbox } as const;
  try {
    JSONPath({ ...options, json: [{}] });
  } catch (error) {
    // Access to a member of a missing value is an error of the data, not of the path.
    if (isSyntaxError(error)) return undefined;
  }
  return (value) =>
    typeof value === 'object' && value
      ? ((JSONPath({ ...options, json: value, ignoreEvalErrors: true }) as unknown[] | undefined) ?? [])
      : [];
}
