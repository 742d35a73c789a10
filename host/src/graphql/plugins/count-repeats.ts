import { type DocumentNode, type FieldNode, Kind, type SelectionSetNode, visit } from 'graphql';

/**
 * How many fields ask again for what another field beside them asks for: under the same name, in one selection or in
 * fragments that are spread there. Validation and execution compare and merge each with each.
 */
export function countRepeats(document: DocumentNode): number {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  let repeats = 0;
  const count = (set: SelectionSetNode): void => {
    const fields = fieldsOf(set, fragments);
    repeats += fields.length - new Set(fields.map(({ alias, name }) => (alias ?? name).value)).size;
  };
  visit(document, {
    Field: ({ selectionSet }) => selectionSet && count(selectionSet),
    OperationDefinition: ({ selectionSet }) => count(selectionSet),
    FragmentDefinition: ({ selectionSet }) => count(selectionSet),
  });
  return repeats;
}

/** Fields of one selection; a fragment that is spread there twice is there once, as it is when it is executed. */
function fieldsOf(set: SelectionSetNode, fragments: ReadonlyMap<string, SelectionSetNode>): FieldNode[] {
  const fields: FieldNode[] = [];
  const spread = new Set<string>();
  const open = [set];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const selection of next.selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) open.push(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) open.push(fragment);
      }
    }
  }
  return fields;
}
