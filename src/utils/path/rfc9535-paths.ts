/**
 * Paths by RFC 9535, evaluated by json-p3. A lazily loaded module, because filters and descendant segments are rare.
 */
import { JSONPathEnvironment, type FilterFunction } from 'json-p3';
import type { Query } from './advanced';

const environment = new JSONPathEnvironment();
const length = environment.functionRegister.get('length')!;
/** Counts the characters of a text (RFC 9535, 2.4.4); json-p3 counts UTF-16 code units. */
const lengthInCharacters: FilterFunction = {
  argTypes: length.argTypes,
  returnType: length.returnType,
  call: (value: unknown) => (typeof value === 'string' ? [...value].length : (length.call(value) as unknown)),
};
environment.functionRegister.set('length', lengthInCharacters);

/**
 * Compiles a path that starts with `$`.
 * @throws Error if it is not valid by RFC 9535.
 */
export function compileRFC9535Path(path: string): Query {
  const compiled = environment.compile(path);
  return (value) => compiled.query(value as never).values();
}
