import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
  locatedError,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isAsyncIterable } from '../../lib/async-iterable.js';

/** Types without arguments, whose fields have the same value for all subscribers. */
const TYPES_OF_EVENTS: ReadonlySet<string> = new Set([
  'Subscription',
  'LibraryEvent',
  'Change',
  'Presence',
  'PresentEditor',
]);

/** Yoga serializes a result with its `stringify`, if present. */
interface SerializableResult extends ExecutionResult {
  readonly stringify?: (result: ExecutionResult) => string;
}

type Execute = (args: ExecutionArgs) => SerializableResult | Promise<SerializableResult>;

/**
 * Executes an operation once per event and serializes its result once, for all subscriptions with the same operation.
 * This applies to operations that select only fields of the event itself. Others read content, which is charged to each
 * subscriber.
 */
export function useSharedEvents(): Plugin {
  const isShared = new WeakMap<OperationDefinitionNode, boolean>();
  const results = new WeakMap<object, WeakMap<OperationDefinitionNode, ReturnType<Execute>>>();

  const resultOf = (event: object, operation: OperationDefinitionNode, args: ExecutionArgs): ReturnType<Execute> => {
    const eventResults = results.get(event) ?? new WeakMap<OperationDefinitionNode, ReturnType<Execute>>();
    results.set(event, eventResults);
    const cached = eventResults.get(operation);
    if (cached) return cached;
    const result = execute({ ...args, rootValue: event });
    const shared = result instanceof Promise ? result.then(withSharedText) : withSharedText(result);
    eventResults.set(operation, shared);
    return shared;
  };

  return {
    onSubscribe({ args, setSubscribeFn }) {
      const { schema, document, operationName } = args as ExecutionArgs;
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      const shared = isShared.get(operation) ?? selectsOnlyEvents(schema, document);
      isShared.set(operation, shared);
      if (!shared) return;
      setSubscribeFn(async (subscription: ExecutionArgs) => {
        const events = await createSourceEventStream(subscription);
        if (!isAsyncIterable(events)) return events;
        return mapAsync(
          events as AsyncIterable<object>,
          (event) => resultOf(event, operation, subscription),
          // Adds a location, as for other operations: Yoga treats errors without one as request errors.
          (error) => locatedError(error, operation),
        );
      });
    },
  };
}

/** Whether all fields are shareable. Directives are not, because they take variables that may differ between subscribers. */
function selectsOnlyEvents(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let isShareable = true;
  const refuse = (): void => void (isShareable = false);
  visit(
    document,
    visitWithTypeInfo(types, {
      Directive: refuse,
      Field() {
        if (!TYPES_OF_EVENTS.has(types.getParentType()?.name ?? '')) refuse();
      },
    }),
  );
  return isShareable;
}

/** Results with errors are left to Yoga, which serializes errors differently. */
function withSharedText(result: ExecutionResult): SerializableResult {
  if (result.errors) return result;
  let text: string | undefined;
  const stringify = ({ data }: ExecutionResult): string => (text ??= JSON.stringify({ data }));
  return { ...result, stringify };
}

/** Maps an async iterable. An async generator would take more memory per subscription between events. */
function mapAsync<From, To>(
  items: AsyncIterable<From>,
  map: (item: From) => To | Promise<To>,
  mapError: (error: unknown) => Error,
): AsyncIterable<To> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]();
      const toResult = async ({ done, value }: IteratorResult<From>): Promise<IteratorResult<To>> =>
        done ? { done, value: undefined } : { done: false, value: await map(value) };
      const fail = (error: unknown): never => {
        throw mapError(error);
      };
      return {
        next: () => iterator.next().then(toResult, fail),
        return: async () => {
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
