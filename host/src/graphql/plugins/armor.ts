import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import type { GraphQLError, ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BadRequestError } from '../context/errors.js';
import type { GraphQLLimits } from '../context/limits.js';
import { overLimit } from './expansion.js';

/** Refuses operations that would cost too much, before they run. */
export function useArmor({ depth, cost, tokens }: GraphQLLimits): Plugin {
  // Thrown, the refusal of a rule would look like a fault of the host; reported, it is a validation error like others.
  const reported = {
    propagateOnRejection: false,
    onReject: [
      (context: ValidationContext | null, error: GraphQLError) => context?.reportError(overLimit(plain(error))),
    ],
  };
  return EnvelopArmorPlugin({
    // The schema is public: suggestions tell nothing new.
    blockFieldSuggestion: { enabled: false },
    maxDepth: { n: depth, flattenFragments: true, ...reported },
    // Counted by `useExpansionLimits`: these take a fragment that is spread again, and some aliases, for nothing.
    maxAliases: { enabled: false },
    maxDirectives: { enabled: false },
    costLimit: { maxCost: cost, flattenFragments: true, ...reported },
    // The parser has to stop there.
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

/** The library says "Syntax Error" of every limit. */
const plain = ({ message }: GraphQLError): string => message.replace(/^Syntax Error: /, '');
