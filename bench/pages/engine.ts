/** The engine without elements, for what is done thousands of times. */
import { renderDOMContent } from 'feaas-kit';
import { cards } from '../shapes/cards';
import { makeItems } from '../shapes/shape';

/**
 * Without the pictures: Chromium keeps ten bytes or so for every picture that ever stood in a page, also where no kit is
 * (five cards cloned and removed by hand, over and over, show the same growth; without pictures none).
 */
const PLAIN = cards.template.replace(/<img[^>]*>/, '');
const makeData = (count: number, batch?: string, version?: number): unknown =>
  cards.toData(makeItems(cards, count, batch, version));

const host = document.createElement('div');
document.body.append(host);

const api = {
  /** Renders templates that nobody has seen yet, each into an element of its own that is dropped. */
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
  /** Renders data that changes into one element: other cards, fewer, more. */
  rerender(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      renderDOMContent(host, PLAIN, makeData(10 + (at % 5), `m${at % 7}`, at));
    }
  },
};

Object.assign(globalThis, { bench: api });
