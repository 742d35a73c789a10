/**
 * Data that a server fetched while it rendered the page. The page uses these results instead of requesting them again.
 */

/** Attribute of a script with results, by their settings as JSON. */
const FETCHED = 'data-feaas-fetched';

/** The key of a result that a server has pruned for one element. */
export const prunedKey = (mark: string, key: string): string => `${mark} ${key}`;

/** Milliseconds for which results are used, from the first time the page reads them. Later requests fetch new data. */
const MAX_AGE = 10_000;

interface Answers {
  readonly all: Record<string, unknown>;
  readonly readAt: number;
}
const answersByScript = new WeakMap<Element, Answers>();

function answersIn(script: Element): Record<string, unknown> {
  let answers = answersByScript.get(script);
  if (!answers) {
    try {
      const all = JSON.parse(script.textContent || '{}') as Record<string, unknown>;
      answersByScript.set(script, (answers = { all, readAt: performance.now() }));
    } catch {
      // The script is incomplete or not from the kit: its data is fetched.
      return {};
    }
  }
  return performance.now() - answers.readAt < MAX_AGE ? answers.all : {};
}

/**
 * Whether an element follows another in the same tree. For different trees, such as shadow roots, browsers use any
 * order.
 */
const isFollowing = (element: Element, other: Element): boolean =>
  (other.compareDocumentPosition(element) &
    (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_DISCONNECTED)) ===
  Node.DOCUMENT_POSITION_FOLLOWING;

/**
 * The result that the server fetched for a data source, for any element of the page while it starts.
 * @param element the requesting element. It uses the last script before it; HTML that was added later may have newer
 *   data than the rest of the page.
 */
export function answerOfServer(key: string, element?: Element): { readonly answer: unknown } | undefined {
  let found: { readonly answer: unknown } | undefined;
  for (const script of globalThis.document?.querySelectorAll(`script[${FETCHED}]`) ?? []) {
    if (found && !(element && isFollowing(element, script))) break;
    const answers = answersIn(script);
    if (Object.hasOwn(answers, key)) found = { answer: answers[key] };
  }
  return found;
}

/** Serializes results to JSON that can not end a script. */
const answersText = (answers: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(answers).replace(/</g, '\\u003c');

/** The script element with results; empty if there are none. */
export const answersScript = (answers: Readonly<Record<string, unknown>>): string =>
  Object.keys(answers).length ? `<script type="application/json" ${FETCHED}>${answersText(answers)}</script>` : '';
