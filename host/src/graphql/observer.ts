import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Hears what is asked of GraphQL, to count it. */
export interface GraphQLObserver {
  /** An operation was carried out; a subscription was begun. */
  operation(type: 'query' | 'mutation' | 'subscription', milliseconds: number): void;
  /** A client was told an error with this code, whether or not there was an operation. */
  error(code: string): void;
}

export function useObserver(observer: GraphQLObserver): Plugin {
  const observed = (args: ExecutionArgs): (() => void) => {
    const began = performance.now();
    const type = getOperationAST(args.document, args.operationName)?.operation ?? 'query';
    return () => observer.operation(type, performance.now() - began);
  };
  return {
    onExecute({ args }) {
      return { onExecuteDone: observed(args) };
    },
    onSubscribe({ args }) {
      return { onSubscribeResult: observed(args) };
    },
  };
}
