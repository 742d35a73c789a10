import { type GraphQLSchema, isObjectType } from 'graphql';
import { checkText } from '../validation/check-input.js';

/** Errors in these arguments are reported by line and column instead. */
const CONTENT: ReadonlySet<string> = new Set(['view', 'css']);

type Args = Readonly<Record<string, unknown>>;

/**
 * Makes fields reject arguments that no database text can equal. Databases treat such values differently, and one of
 * them reports an error of the query.
 */
export function withCheckedArguments(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  for (const field of types.flatMap((type) => Object.values(type.getFields()))) {
    if (field.args.length === 0) continue;
    for (const step of ['subscribe', 'resolve'] as const) {
      const run = field[step];
      if (!run) continue;
      field[step] = (parent: unknown, args: Args, ...rest) => {
        check(args);
        return run(parent, args, ...rest) as unknown;
      };
    }
  }
  return schema;
}

/** @throws BadInputError */
function check(args: Args): void {
  for (const [name, value] of Object.entries(args)) {
    if (CONTENT.has(name)) continue;
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each === 'string') checkText(name, each);
  }
}
