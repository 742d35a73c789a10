/** The selected fields of an operation, so that resolvers read no more than needed. */
import { type GraphQLResolveInfo, Kind, type FieldNode, type SelectionSetNode } from 'graphql';

/**
 * Names of the selected fields of a resolver's result, or of the nested result at `path`. Fields that a directive may
 * skip are included.
 */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo, ...path: string[]): string[] {
  const selected = (fields: readonly FieldNode[]): FieldNode[] =>
    fieldsOf(
      fields.flatMap(({ selectionSet }) => selectionSet ?? []),
      (name) => fragments[name]?.selectionSet,
    );
  const fields = path.reduce(
    (found, name) => selected(found.filter((field) => field.name.value === name)),
    selected(fieldNodes),
  );
  return fields.map(({ name }) => name.value);
}

/** The fields of selection sets. A fragment that is spread twice is included once, as in execution. */
export function fieldsOf(
  sets: readonly SelectionSetNode[],
  fragmentOf: (name: string) => SelectionSetNode | undefined,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const visitedFragments = new Set<string>();
  const pending = [...sets];
  for (let set = pending.pop(); set; set = pending.pop()) {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) pending.push(selection.selectionSet);
      else if (!visitedFragments.has(selection.name.value)) {
        visitedFragments.add(selection.name.value);
        const fragment = fragmentOf(selection.name.value);
        if (fragment) pending.push(fragment);
      }
    }
  }
  return fields;
}
