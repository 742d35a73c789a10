import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isAsyncIterable } from '../../lib/async-iterable.js';
import type { Context } from '../context/context.js';
import { TimeoutError } from '../context/errors.js';
import type { GraphQLLimits } from '../context/limits.js';

type Mask = (error: unknown) => GraphQLError;

/** A part of a deferred or streamed result. */
interface Part extends ExecutionResult {
  readonly incremental?: readonly ExecutionResult[];
}

/**
 * Ends operations with an error after a timeout; pending work continues, but its result is ignored. Also masks errors
 * of deferred parts, which Yoga does not mask.
 */
export function useExecutionLimits(limits: GraphQLLimits, mask: Mask): Plugin {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        const { form } = args.contextValue as Context;
        const milliseconds = form ? limits.uploadMilliseconds : limits.operationMilliseconds;
        const deadline = createDeadline(milliseconds);
        try {
          const result = (await deadline.race(executeFn(args))) as ExecutionResult | AsyncIterable<Part>;
          if (!isAsyncIterable(result)) return result;
          return deferred(result, milliseconds, mask);
        } catch (error) {
          // Resolver errors are not thrown: they are in the result.
          if (error instanceof TimeoutError) return { errors: [mask(error)] };
          throw error;
        } finally {
          deadline.clear();
        }
      });
    },
  };
}

async function* deferred(parts: AsyncIterable<Part>, milliseconds: number, mask: Mask): AsyncGenerator<Part> {
  const deadline = createDeadline(milliseconds);
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await deadline.race(iterator.next());
      if (done) return;
      const { incremental, ...rest } = value;
      yield incremental ? { ...rest, incremental: incremental.map((part) => maskErrors(part, mask)) } : value;
    }
  } finally {
    deadline.clear();
    // Not awaited, because an iterator that hangs does not end.
    void iterator.return?.().then(undefined, () => {});
  }
}

const maskErrors = (part: ExecutionResult, mask: Mask): ExecutionResult =>
  part.errors ? { ...part, errors: part.errors.map(mask) } : part;

interface Deadline {
  /** @throws TimeoutError if the time expires first. */
  race<Value>(work: Value | PromiseLike<Value>): Promise<Value>;
  clear(): void;
}

function createDeadline(milliseconds: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const message = `The operation took longer than ${milliseconds / 1000} s. A write may still happen: retry it with its key.`;
    timer = setTimeout(() => reject(new TimeoutError(message)), milliseconds);
  });
  timeout.catch(() => {});
  return { race: (work) => Promise.race([work, timeout]), clear: () => clearTimeout(timer) };
}
