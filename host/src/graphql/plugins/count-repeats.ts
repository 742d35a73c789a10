import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';
import { fieldsOf } from '../context/selected-fields.js';

/**
 * Counts fields that repeat a sibling: fields with the same response name in one selection set or the fragments spread
 * in it. Validation and execution compare and merge each pair.
 */
export function countRepeats(document: DocumentNode): number {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  let repeats = 0;
  const count = (set: SelectionSetNode): void => {
    const fields = fieldsOf([set], (name) => fragments.get(name));
    repeats += fields.length - new Set(fields.map(({ alias, name }) => (alias ?? name).value)).size;
  };
  visit(document, {
    Field: ({ selectionSet }) => selectionSet && count(selectionSet),
    OperationDefinition: ({ selectionSet }) => count(selectionSet),
    FragmentDefinition: ({ selectionSet }) => count(selectionSet),
  });
  return repeats;
}
