import { getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Context } from '../context/context.js';

/** Tells the log of a request which operations it holds, those that are refused included. */
export function useLogFields(): Plugin<object, Context> {
  // Yoga keeps the documents of texts that come again.
  const names = new WeakMap<OperationDefinitionNode, string>();
  const nameOf = (operation: OperationDefinitionNode): string => {
    const known = names.get(operation) ?? operationName(operation);
    names.set(operation, known);
    return known;
  };
  return {
    onValidate({ params: { documentAST }, context }) {
      const { params, addOperation } = context as YogaInitialContext & Context;
      const operation = getOperationAST(documentAST, params.operationName);
      addOperation(operation ? nameOf(operation) : 'unknown');
    },
  };
}

const MAX_FIELDS = 3;

/** `mutation Save` for one that has a name, else what it asks for: `query viewer, libraries`. */
const operationName = (operation: OperationDefinitionNode): string =>
  `${operation.operation} ${operation.name?.value ?? fieldsOf(operation)}`;

function fieldsOf({ selectionSet }: OperationDefinitionNode): string {
  const names = selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? each.name.value : []));
  return names.length > MAX_FIELDS ? `${names.slice(0, MAX_FIELDS).join(', ')}, …` : names.join(', ');
}
