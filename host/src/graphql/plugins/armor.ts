import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import type { GraphQLError, ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BadRequestError } from '../context/errors.js';
import type { GraphQLLimits } from '../context/limits.js';
import { overLimit } from './expansion.js';

/** Rejects operations that cost too much, before they run. */
export function useArmor({ depth, cost, tokens }: GraphQLLimits): Plugin {
  // A thrown error of a rule would look like an internal error. A reported one is a validation error.
  const reported = {
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null, error: GraphQLError) => context?.reportError(overLimit(stripPrefix(error))),
    ],
  };
  return EnvelopArmorPlugin({
    // The schema is public, so suggestions reveal nothing.
    blockFieldSuggestion: { enabled: false },
    maxDepth: { n: depth, flattenFragments: true, ...reported },
    // `useExpansionLimits` counts these: the plugin ignores repeated spreads of a fragment, and some aliases.
    maxAliases: { enabled: false },
    maxDirectives: { enabled: false },
    costLimit: { maxCost: cost, flattenFragments: true, ...reported },
    // Here the parser must stop, so the error is thrown.
    maxTokens: {
      n: tokens,
      propagateOnRejection: false,
      onReject: [
        () => {
          throw new BadRequestError(`The query has more than ${tokens} tokens. Send a smaller query.`);
        },
      ],
    },
  }) as Plugin;
}

/** The library prefixes every limit error with "Syntax Error". */
const stripPrefix = ({ message }: GraphQLError): string => message.replace(/^Syntax Error: /, '');
