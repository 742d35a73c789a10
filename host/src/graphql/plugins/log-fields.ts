import { getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import type { Context } from '../context/context.js';

/** Adds the operations of a request to its log entry, including rejected ones. */
export function useLogFields(): Plugin<object, Context> {
  // Yoga caches parsed documents.
  const names = new WeakMap<OperationDefinitionNode, string>();
  const nameOf = (operation: OperationDefinitionNode): string => {
    const name = names.get(operation) ?? operationName(operation);
    names.set(operation, name);
    return name;
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

/** Returns `mutation Save` for a named operation, otherwise its fields: `query viewer, libraries`. */
const operationName = (operation: OperationDefinitionNode): string =>
  `${operation.operation} ${operation.name?.value ?? fieldsOf(operation)}`;

function fieldsOf({ selectionSet }: OperationDefinitionNode): string {
  const names = selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? each.name.value : []));
  return names.length > MAX_FIELDS ? `${names.slice(0, MAX_FIELDS).join(', ')}, …` : names.join(', ');
}
