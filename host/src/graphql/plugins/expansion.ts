import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphQLLimits } from '../context/limits.js';
import { countRepeats } from './count-repeats.js';

/** Counts in an operation, with each fragment counted each time that it is spread. */
interface Expansion {
  readonly aliases: number;
  readonly directives: number;
  readonly spreads: number;
}

/**
 * Rejects small queries with a large expansion before validation, because some validation rules compare every pair of
 * fields.
 */
export function useExpansionLimits(limits: GraphQLLimits): Plugin {
  // Yoga caches parsed documents.
  const refusals = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  const refusalsOf = (document: DocumentNode): readonly GraphQLError[] => {
    const counts = { ...expansionOf(document), repeats: countRepeats(document) };
    return NAMES.filter(([name]) => counts[name] > limits[name]).map(([name, label]) =>
      overLimit(`${label} limit of ${limits[name]} exceeded, found ${counts[name]}.`),
    );
  };
  return {
    onValidate({ params: { documentAST }, setResult }) {
      const errors = refusals.get(documentAST) ?? refusalsOf(documentAST);
      refusals.set(documentAST, errors);
      if (errors.length > 0) setResult(errors);
    },
  };
}

const NAMES = [
  ['aliases', 'Aliases'],
  ['directives', 'Directives'],
  ['spreads', 'Fragment spreads'],
  ['repeats', 'Repeated fields'],
] as const;

/** The error of an exceeded limit. It has status 400 for all clients, even those that get 200 for other query errors. */
export const overLimit = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400, spec: false } } });

const ZERO: Expansion = Object.freeze({ aliases: 0, directives: 0, spreads: 0 });

const sum = (parts: readonly Expansion[]): Expansion =>
  parts.reduce(
    (one, other) => ({
      aliases: one.aliases + other.aliases,
      directives: one.directives + other.directives,
      spreads: one.spreads + other.spreads,
    }),
    ZERO,
  );

/**
 * Counts all operations, because all are validated, even if only one is executed. Each fragment is counted once and
 * then reused, so counting is linear.
 */
function expansionOf({ definitions }: DocumentNode): Expansion {
  const fragments = new Map(definitions.filter(isFragment).map((each) => [each.name.value, each]));
  const expansions = new Map<string, Expansion>();

  const ofFragment = (name: string): Expansion => {
    const cached = expansions.get(name);
    if (cached) return cached;
    // Validation reports recursive fragments.
    expansions.set(name, ZERO);
    const definition = fragments.get(name);
    const expansion = definition ? ofDefinition(definition) : ZERO;
    expansions.set(name, expansion);
    return expansion;
  };

  const ofSelection = (selection: SelectionNode): Expansion => {
    const own = {
      aliases: selection.kind === Kind.FIELD && selection.alias ? 1 : 0,
      directives: selection.directives?.length ?? 0,
      spreads: selection.kind === Kind.FIELD ? 0 : 1,
    };
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sum([own, ofFragment(selection.name.value)]);
    return sum([own, ...ofSet(selection.selectionSet)]);
  };

  const ofSet = (set: SelectionSetNode | undefined): Expansion[] => set?.selections.map(ofSelection) ?? [];

  const ofDefinition = (definition: OperationDefinitionNode | FragmentDefinitionNode): Expansion => {
    const nodes = [definition, ...(definition.variableDefinitions ?? [])];
    const directives = nodes.reduce((count, node) => count + (node.directives?.length ?? 0), 0);
    return sum([{ ...ZERO, directives }, ...ofSet(definition.selectionSet)]);
  };

  return sum(definitions.filter(isOperation).map(ofDefinition));
}

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION;
const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION;
