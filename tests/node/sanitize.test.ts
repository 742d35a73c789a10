/** The sanitizer on servers (D13, D19): nothing in hostile HTML can run, and sanitizing twice changes nothing. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setLogger } from '../../src/global/logger';
import { renderHTMLContent } from '../../src/server';
import { sanitize } from '../../src/utils/template/server-sanitizer';
import { parseNodes } from '../../src/utils/template/parse-html';
import { hostileInputs } from '../lib/fuzz';
import { payloads } from '../security/payloads';

before(() => void setLogger({ warn: () => {}, error: () => {} }));

interface Tree {
  tagName?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Tree[];
}

/** Finds code and external references in HTML, parsed as in a browser. */
function dangers(html: string): string[] {
  const found: string[] = [];
  const walk = (node: Tree): void => {
    const { tagName: tag = '', attrs = [] } = node;
    if (/^(?:script|style|iframe|object|embed|base|meta|link|svg|math|template|noscript|frame|feaas-.*)$/.test(tag))
      found.push(tag);
    for (const { name, value } of attrs) {
      // eslint-disable-next-line no-control-regex -- what the URL parser drops
      const address = value.replace(/^[\x00-\x20]+|[\t\n\r]/g, '');
      if (/^on|^srcdoc$|^data-embed-src$/.test(name)) found.push(`${tag} ${name}`);
      if (
        /^(?:javascript|vbscript):/i.test(address) &&
        !/^(?:alt|title|class|id|style|value|content|data-|aria-)/.test(name)
      )
        found.push(`${tag} ${name}=${value}`);
      if (/^data:(?!image|video|audio)/i.test(address) && /^(?:href|src|action|formaction|poster)$/.test(name))
        found.push(`${tag} ${name}=${value}`);
      if (name === 'style' && /position\s*:\s*fixed/i.test(value)) found.push('position: fixed');
    }
    node.childNodes?.forEach(walk);
  };
  (parseNodes(html) as Tree[]).forEach(walk);
  return found;
}

test('the danger finder finds dangers', () => {
  for (const html of [
    '<script>x</script>',
    '<i onclick=x>',
    '<a href="java\nscript:x">',
    '<svg><a/></svg>',
    '<iframe srcdoc=x>',
  ]) {
    assert.notDeepEqual(dangers(html), [], html);
  }
});

const PARTS = ['table', 'tbody', 'tr', 'colgroup'] as const;

test('payloads: sanitizing leaves nothing that runs, and is idempotent', () => {
  for (const payload of payloads) {
    const safe = sanitize(payload, false);
    assert.deepEqual(dangers(safe), [], payload);
    assert.equal(sanitize(safe, false), safe, payload);
    const inline = sanitize(payload, true);
    assert.deepEqual(dangers(inline), [], payload);
    assert.equal(sanitize(inline, true), inline, payload);
    for (const part of PARTS) {
      const within = sanitize(payload, false, part);
      assert.deepEqual(dangers(`<table>${within}</table>`), [], payload);
      assert.equal(sanitize(within, false, part), within, `${part}: ${payload}`);
    }
  }
});

test('generated inputs: sanitizing leaves nothing that runs, and is idempotent', () => {
  for (const input of hostileInputs(2000, payloads)) {
    const safe = sanitize(input, false);
    assert.deepEqual(dangers(safe), [], input);
    assert.equal(sanitize(safe, false), safe, input);
    for (const part of PARTS) {
      const within = sanitize(input, false, part);
      assert.deepEqual(dangers(`<table>${within}</table>`), [], input);
      assert.equal(sanitize(within, false, part), within, `${part}: ${input}`);
    }
  }
});

/** All sinks of a template that data can reach. */
const SINKS = [
  '<div data-path="v"></div>',
  '<p data-path="v"></p>',
  '<a data-path-href="v">x</a>',
  '<img data-path-src="v" alt="">',
  '<div data-path-attributes="v"></div>',
  '<div data-path-style="v" data-path-onclick="v" data-path-srcdoc="v"></div>',
  '<iframe data-path-src="v" data-path-srcdoc="v"></iframe>',
  '<form data-path-action="v"><button data-path-formaction="v">x</button></form>',
  '<p data-path="none" data-path-placeholder="x"></p>',
];

test('payloads that are rendered into all sinks leave nothing that runs', () => {
  for (const payload of payloads) {
    for (const sink of SINKS) {
      for (const v of [
        payload,
        { html: payload, onclick: payload, href: payload, src: payload, srcdoc: payload, style: payload },
      ]) {
        const html = renderHTMLContent(sink, { v });
        const found = dangers(html).filter((each) => !(sink.startsWith('<iframe') && each === 'iframe'));
        assert.deepEqual(found, [], `${sink}\n${payload}\n${html}`);
      }
    }
  }
});
