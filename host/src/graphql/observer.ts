import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Receives operations and errors, for metrics. */
export interface GraphQLObserver {
  /** Called after an operation, or when a subscription has started. */
  operation(type: 'query' | 'mutation' | 'subscription', milliseconds: number): void;
  /** Called for each error code sent to a client, with or without an operation. */
  error(code: string): void;
}

export function useObserver(observer: GraphQLObserver): Plugin {
  const observe = (args: ExecutionArgs): (() => void) => {
    const startedAt = performance.now();
    const type = getOperationAST(args.document, args.operationName)?.operation ?? 'query';
    return () => observer.operation(type, performance.now() - startedAt);
  };
  return {
    onExecute({ args }) {
      return { onExecuteDone: observe(args) };
    },
    onSubscribe({ args }) {
      return { onSubscribeResult: observe(args) };
    },
  };
}
