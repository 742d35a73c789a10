/** Streams pages: the text before a component is sent while the component is fetched. */
import { logError } from '../../global/logger';
import { answersScript } from '../data/ssr-data';
import { bareElement, renderElement, stylesheetAhead, stylesheetLinks, type ElementProps } from './element';
import { renderElementToString } from './placeholders';
import { Answers, settingsIn, type RenderOptions } from './server-render';

export interface StreamOptions extends RenderOptions {
  /**
   * Called if a component can not be rendered. Its element is sent without content, and the page retries. Logs the
   * error by default.
   */
  readonly onError?: ((error: unknown, props: ElementProps) => void) | undefined;
}

const log = (error: unknown, props: ElementProps): void =>
  logError(
    `the page has to load ${props.src ?? [props.library, props.component].join('/')}: ${(error as Error).message}`,
    error,
  );

interface Failure {
  readonly error: unknown;
}

/** The stylesheet of a component; undefined for an invalid source, which is reported when the component is rendered. */
function stylesheetOf(props: ElementProps): string | undefined {
  try {
    return stylesheetAhead(props);
  } catch {
    return undefined;
  }
}

/** Returns a function that filters out keys that it has returned before. */
function createSentFilter(): (keys: Iterable<string>) => string[] {
  const sent = new Set<string>();
  return (keys) => [...keys].filter((key) => !sent.has(key) && sent.add(key));
}

/** The settings in a component's data, as its element reads them; the element reports invalid JSON. */
function settingsOf({ data }: ElementProps): string[] {
  try {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return settingsIn(text === undefined ? undefined : JSON.parse(text)).map(([, key]) => key);
  } catch {
    return [];
  }
}

/** Settings that several components of a page have. */
function sharedSettings(parts: readonly (string | ElementProps)[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const part of parts) {
    if (typeof part === 'string') continue;
    for (const key of settingsOf(part)) (seen.has(key) ? shared : seen).add(key);
  }
  return shared;
}

async function* chunks(iterable: Iterable<string | ElementProps>, options: StreamOptions): AsyncGenerator<string> {
  const { onError = log } = options;
  const parts = [...iterable];
  const answers = new Answers(sharedSettings(parts));
  const newStyles = createSentFilter();
  const newAnswers = createSentFilter();
  // Start all of them at once.
  const renderings = parts.map(
    (part) =>
      [
        part,
        typeof part !== 'string' &&
          renderElement(part, options, answers).catch((error: unknown): Failure => ({ error })),
      ] as const,
  );
  for (const [props, rendering] of renderings) {
    if (typeof props === 'string' || !rendering) {
      yield props as string;
      continue;
    }
    // Sent first, so that the browser requests the stylesheet while the template is being fetched.
    const stylesheet = stylesheetOf(props);
    const links = stylesheetLinks(newStyles(stylesheet ? [stylesheet] : []));
    if (links) yield links;
    const rendered = await rendering;
    if ('error' in rendered) {
      onError(rendered.error, props);
      yield bareElement(props);
      continue;
    }
    const { styles, fetched, attributes, content } = rendered;
    const unsent = Object.fromEntries(newAnswers(Object.keys(fetched)).map((key) => [key, fetched[key]]));
    yield stylesheetLinks(newStyles(styles)) + answersScript(unsent) + renderElementToString(attributes, content);
  }
}

/**
 * Renders a page as a UTF-8 stream, in order: texts unchanged, components as `renderElement` prints them. All
 * components are fetched in parallel.
 */
export function renderToStream(
  parts: Iterable<string | ElementProps>,
  options: StreamOptions = {},
): ReadableStream<Uint8Array> {
  const abort = new AbortController();
  const { signal } = abort;
  const outerSignal = options.signal;
  const onAbort = (): void => abort.abort(outerSignal!.reason);
  // Remove the listener, because a signal may live far longer than the stream; an aborted one fires no more events.
  const stopListening = (): void => outerSignal?.removeEventListener('abort', onAbort);
  if (outerSignal?.aborted) onAbort();
  else outerSignal?.addEventListener('abort', onAbort);
  const encoder = new TextEncoder();
  const source = chunks(parts, { ...options, signal });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await source.next();
        if (!done) return controller.enqueue(encoder.encode(value));
        controller.close();
      } catch (error) {
        stopListening();
        throw error;
      }
      stopListening();
    },
    async cancel(reason) {
      stopListening();
      abort.abort(reason);
      await source.return(undefined);
    },
  });
}
