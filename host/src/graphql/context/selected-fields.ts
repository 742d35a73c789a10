/** What an operation asks for, to read no more than that. */
import { type GraphQLResolveInfo, Kind, type FieldNode, type SelectionSetNode } from 'graphql';

/**
 * Names of the fields that are asked of what a resolver answers with, or of what the fields on the path from there answer with. Those that
 * a directive may leave out are there as well.
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

/** Fields of selections; a fragment that is spread there twice is there once, as it is when it is executed. */
export function fieldsOf(
  sets: readonly SelectionSetNode[],
  fragmentOf: (name: string) => SelectionSetNode | undefined,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const open = [...sets];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragmentOf(selection.name.value);
        if (fragment) open.push(fragment);
      }
    }
  }
  return fields;
}
