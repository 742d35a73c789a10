/** Data that a server fetched while it printed a page: the page's first answers, so that nothing is asked for twice. */

/** Marks the script of a page that holds answers, by their settings as JSON. */
const FETCHED = 'data-feaas-fetched';

/** The key of an answer that a server has pruned for one element. */
export const prunedKey = (mark: string, key: string): string => `${mark} ${key}`;

/** Milliseconds for which answers serve, since the page first looked: who asks later wants to know anew. */
const SERVE = 10_000;

interface Answers {
  readonly all: Record<string, unknown>;
  readonly readAt: number;
}
const read = new WeakMap<Element, Answers>();

function answersIn(script: Element): Record<string, unknown> {
  let answers = read.get(script);
  if (!answers) {
    try {
      const all = JSON.parse(script.textContent || '{}') as Record<string, unknown>;
      read.set(script, (answers = { all, readAt: performance.now() }));
    } catch {
      // It is still arriving, or somebody else's: what is in it is asked for.
      return {};
    }
  }
  return performance.now() - answers.readAt < SERVE ? answers.all : {};
}

/** Of elements in different trees, such as a shadow root's, browsers give any order. */
const isFollowing = (element: Element, of: Element): boolean =>
  (of.compareDocumentPosition(element) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_DISCONNECTED)) ===
  Node.DOCUMENT_POSITION_FOLLOWING;

/**
 * What the server got from a data source, for every element that wants it while the page comes to life.
 * @param element who asks. Its own answers are in the last script before it; HTML that came later may have newer ones than the rest of the
 * page.
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

/** Answers as JSON that no HTML in it can end a script with. */
const answersText = (answers: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(answers).replace(/</g, '\\u003c');

/** Answers as such a script; nothing for none. */
export const answersScript = (answers: Readonly<Record<string, unknown>>): string =>
  Object.keys(answers).length ? `<script type="application/json" ${FETCHED}>${answersText(answers)}</script>` : '';
