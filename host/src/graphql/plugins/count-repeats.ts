import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';
import { fieldsOf } from '../context/selected-fields.js';

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
