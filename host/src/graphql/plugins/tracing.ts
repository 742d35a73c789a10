import { SpanKind } from '@opentelemetry/api';
import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isAsyncIterable } from '../../lib/async-iterable.js';
import { isTracing, recordError, tracer } from '../../lib/tracing.js';

/** Creates a span for each query and mutation. The text is omitted, because it may contain values. */
export function useTracing(): Plugin {
  if (!isTracing()) return {};
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => {
        const operation = getOperationAST(args.document, args.operationName);
        const [type, name] = [operation?.operation ?? 'query', operation?.name?.value];
        const attributes = { 'graphql.operation.type': type, ...(name ? { 'graphql.operation.name': name } : {}) };
        const title = name ? `${type} ${name}` : type;
        return tracer().startActiveSpan(title, { kind: SpanKind.INTERNAL, attributes }, async (span) => {
          try {
            const result: unknown = await executeFn(args);
            const errors = isAsyncIterable(result) ? undefined : (result as { errors?: readonly Error[] }).errors;
            if (errors?.[0]) recordError(span, errors[0]);
            return result;
          } catch (error) {
            recordError(span, error);
            throw error;
          } finally {
            span.end();
          }
        });
      });
    },
  };
}
