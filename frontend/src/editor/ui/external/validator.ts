/**
 * Validates values against a JSON Schema and explains errors. The form library's default validator generates code,
 * which the content security policy of most pages forbids (D13). This one does not.
 */
import { format, Validator, type OutputUnit, type Schema as ReadSchema } from '@cfworker/json-schema';
import { ErrorSchemaBuilder, type RJSFSchema, type RJSFValidationError, type ValidatorType } from '@rjsf/utils';
import type { FormMessages } from './types';

format['color'] = (text) => /^#[0-9a-f]{6}$/i.test(text);

/** Keywords that only report errors of nested schemas. */
const PASSING = /^(?:properties|patternProperties|prefixItems|items|additionalItems|allOf|\$ref|if|dependentSchemas)$/;

export interface ValidationError {
  /** The path of the value: property names and array indexes. */
  readonly path: readonly string[];
  readonly keyword: string;
  readonly message: string;
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .map((segment) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value of a schema keyword, with references resolved. */
function limitAt(root: unknown, location: string): unknown {
  let current = root as Record<string, unknown> | undefined;
  for (const segment of segmentsOf(location)) {
    current = current?.[segment] as typeof current;
    if (segment === '$ref')
      current = segmentsOf(String(current)).reduce<typeof current>(
        (value, key) => value?.[key] as typeof current,
        root as typeof current,
      );
  }
  return current;
}

/** The weight of an error. A missing property suggests another type of value. */
const weightOf = ({ keyword }: OutputUnit): number => (PASSING.test(keyword) ? 0 : keyword === 'required' ? 2 : 1);
const totalWeight = (units: readonly OutputUnit[]): number => units.reduce((sum, unit) => sum + weightOf(unit), 0);

/** Of several alternative schemas (`oneOf`, `anyOf`), keeps only the errors of the one that fits best. */
function closestErrors(units: readonly OutputUnit[]): OutputUnit[] {
  const choice = units.find(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  if (!choice) return [...units];
  const prefix = `${choice.keywordLocation}/`;
  const isInside = ({ keywordLocation, instanceLocation }: OutputUnit): boolean =>
    keywordLocation.startsWith(prefix) && instanceLocation.startsWith(choice.instanceLocation);
  const alternatives = new Map<string, OutputUnit[]>();
  for (const unit of units.filter(isInside)) {
    const key = unit.keywordLocation.slice(prefix.length).split('/')[0]!;
    alternatives.set(key, [...(alternatives.get(key) ?? []), unit]);
  }
  const others = units.filter((unit) => unit !== choice && !isInside(unit));
  const isTypeMatch = ([, errors]: [string, OutputUnit[]]): boolean =>
    errors.every(({ keyword }) => !/^(?:const|enum|type)$/.test(keyword));
  const best = [...alternatives]
    .filter(isTypeMatch)
    .sort(([, one], [, other]) => totalWeight(one) - totalWeight(other))[0];
  return closestErrors(best ? [...others, ...best[1]] : [...others, { ...choice, keyword: 'enum' }]);
}

/** Keywords with a message. Each type and each format has its own. */
const EXPLAINED = [
  ...(['required', 'minLength', 'maxLength', 'pattern', 'multipleOf', 'minItems', 'maxItems', 'uniqueItems'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const),
  ...(['type.string', 'type.number', 'type.integer', 'type.boolean', 'type.array', 'type.object'] as const),
  ...(['format.uri', 'format.email', 'format.date', 'format.color'] as const),
];

/** The message key of an error. */
function keyOf(keyword: string, limit: unknown): (typeof EXPLAINED)[number] | 'choice' | 'invalid' {
  if (keyword === 'enum' || keyword === 'const') return 'choice';
  const key = /^(?:type|format)$/.test(keyword) ? `${keyword}.${String([limit].flat()[0])}` : keyword;
  return EXPLAINED.find((each) => each === key) ?? 'invalid';
}

/** The value as JSON: `undefined` is omitted, and becomes null in arrays. */
const toJSON = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

/** All errors of a value. */
export function validationErrors(schema: object, value: unknown, { t }: FormMessages): ValidationError[] {
  // The validator writes to the schema.
  const root = structuredClone(schema) as ReadSchema;
  const { errors } = new Validator(root, '7', false).validate(toJSON(value) ?? {});
  return closestErrors(errors)
    .filter(({ keyword }) => !PASSING.test(keyword))
    .map((unit) => {
      const path = segmentsOf(unit.instanceLocation);
      const missing = unit.keyword === 'required' ? /"([^"]*)"/.exec(unit.error)?.[1] : undefined;
      if (missing !== undefined) path.push(missing);
      const limit = limitAt(root, unit.keywordLocation);
      const message = t(keyOf(unit.keyword, limit), { limit: Number(limit), pattern: String(limit) });
      return { path, keyword: unit.keyword, message };
    });
}

/** The validator in the interface of the form library. */
export const validatorFor = (messages: FormMessages): ValidatorType => ({
  validateFormData(value: unknown, schema: RJSFSchema) {
    const builder = new ErrorSchemaBuilder();
    const errors = validationErrors(schema, value, messages).map(({ path, keyword, message }): RJSFValidationError => {
      builder.addErrors(message, [...path]);
      return { name: keyword, message, property: `.${path.join('.')}`, stack: message };
    });
    return { errors, errorSchema: builder.ErrorSchema };
  },
  isValid(schema: RJSFSchema, value: unknown, { definitions, $defs }: RJSFSchema) {
    const completeSchema = structuredClone({ ...(definitions && { definitions }), ...($defs && { $defs }), ...schema });
    try {
      return value !== undefined && new Validator(completeSchema as ReadSchema, '7').validate(toJSON(value)).valid;
    } catch {
      return false; // a reference that cannot be resolved
    }
  },
  rawValidation: () => ({ errors: [] }),
});
