/** D8: the elements that are skipped when an ancestor is searched, out of all HTML elements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_PHRASING, STRUCTURED } from '../../src/utils/template/content-model';

/** Phrasing content of the HTML Standard, including obsolete elements. */
const PHRASING =
  'a abbr audio b bdi bdo br canvas cite code data datalist del dfn em embed i iframe img input ins kbd label map mark math ' +
  'meter noscript object output picture progress q ruby rp rt s samp script select slot small span strong sub sup svg ' +
  'template textarea u var video wbr acronym big font nobr strike tt my-element div-like feaas-external';
const OTHERS =
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
  'figure footer form head header hgroup hr html legend main menu nav ol optgroup option pre search section source style ' +
  'summary table tbody td tfoot th thead title tr track ul feaas-component foreignObject';

test('D8: the search for an ancestor skips all phrasing elements, and no others', () => {
  for (const tag of PHRASING.split(' ')) assert.ok(!NO_PHRASING.test(tag), tag);
  for (const tag of OTHERS.split(' ')) assert.ok(NO_PHRASING.test(tag), tag);
  for (const tag of ['p', 'h1', 'h6', 'button', 'time', 'li']) assert.ok(STRUCTURED.test(tag), tag);
});
