/** Attribute values from data (D7, D20). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHTMLContent } from '../../server';

test('D20: zero-width characters are trimmed from addresses, and kept in other values', () => {
  for (const name of ['href', 'src', 'srcset', 'poster', 'action', 'title', 'alt', 'aria-label']) {
    const isAddress = !/^(?:title|alt|aria-label)$/.test(name);
    const value = '/b.png';
    const html = renderHTMLContent(`<x-card data-path-attributes="a"></x-card>`, {
      a: { [name]: `\u200b${value}\ufeff` },
    });
    const expected = isAddress ? value : `\u200b${value}\ufeff`;
    assert.ok(html.includes(`${name}="${expected}"`), `${name}: ${JSON.stringify(html)}`);
  }
  const picture = renderHTMLContent('<img alt="" data-path-src="u" data-path-srcset="s">', {
    u: '\u200b/a.png',
    s: '\u200b/b.png 1x, /c.png 2x\u200b',
  });
  assert.match(picture, /src="\/a\.png"/);
  assert.match(picture, /srcset="\/b\.png 1x, \/c\.png 2x"/);
});

test('a srcset keeps image URLs, and no script URLs', () => {
  const srcset = (s: string): string => renderHTMLContent('<img alt="" data-path-srcset="s">', { s });
  assert.doesNotMatch(srcset('javascript:alert(1) 1x'), /javascript/);
  for (const s of ['data:image/png;base64,AAAA 1x', 'https://a.example/b.png 100w, c.png 200w'])
    assert.ok(srcset(s).includes(`srcset="${s}"`), srcset(s));
});
