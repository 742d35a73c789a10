/** The engine without elements, for work that is repeated thousands of times. */
import { renderDOMContent } from 'feaas-kit';
import { cards } from '../shapes/cards';
import { makeItems } from '../shapes/shape';

/**
 * Without pictures: Chromium keeps about ten bytes for every picture that was ever in a page, even without the kit.
 * Cloning and removing five cards by hand shows the same growth, but none without pictures.
 */
const PLAIN = cards.template.replace(/<img[^>]*>/, '');
const makeData = (count: number, batch?: string, version?: number): unknown =>
  cards.toData(makeItems(cards, count, batch, version));

const host = document.createElement('div');
document.body.append(host);

const api = {
  /** Renders new templates, each into its own element, which is then dropped. */
  templates(from: number, to: number): void {
    const data = makeData(3);
    for (let at = from; at < to; at++) {
      renderDOMContent(
        document.createElement('div'),
        PLAIN.replace('class="-button"', `class="-button -button--${at}"`),
        data,
      );
    }
  },
  /** Renders changing data into one element: other cards, fewer, more. */
  rerender(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      renderDOMContent(host, PLAIN, makeData(10 + (at % 5), `m${at % 7}`, at));
    }
  },
};

Object.assign(globalThis, { bench: api });
