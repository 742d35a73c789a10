/** Hostile markup as a view: each payload has one outcome. Those that pass are proven to run and load nothing. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultTreeAdapter, html as spec, parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { own, payloads } from '../../tests/security/payloads.js';
import { checkMarkup } from '../src/validation/check-markup.js';

type Element = DefaultTreeAdapterTypes.Element;
const isValidView = (view: string): boolean => checkMarkup(view, { embeds: [], cdns: [], frames: [] }).length === 0;

/** Payloads of the project that pass as views, with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  '<img/src=x/onerror=window.__canary=1>': 'an unquoted address runs to the space: there is no handler',
  'javascript:window.__canary=1': 'text',
  'JaVaScRiPt:window.__canary=1': 'text',
  'java\nscript:alert(1)': 'text',
  '\u0001javascript:window.__canary=1': 'text',
  'data:text/javascript,window.__canary=1': 'text',
  '/hostile.js': 'text',
  "' onmouseover='window.__canary=1' autofocus onfocus='window.__canary=1": 'text',
  '<form id=body><input name=attributes></form>': 'an id of a form is no member of the document; nothing runs',
  '<style>*{background:url(/hostile.js)}</style>': 'a background is read as a picture',
  '<div style="position:fixed;inset:0">x</div>': 'editors may place what they like; values from data may not',
};

test('of the payloads of the project, only those with a known reason pass', () => {
  assert.deepEqual(own.filter((payload) => isValidView(payload)).sort(), Object.keys(HARMLESS).sort());
});

/** Allowed attributes of a view that passes, parsed by code that is independent of the check. */
function findHarm(element: Element): string | undefined {
  if (/^(?:script|base|meta|link|frame|frameset|applet|portal|fencedframe|handler|listener)$/i.test(element.tagName))
    return `an element ${element.tagName}`;
  for (const { name, value } of element.attrs) {
    // The URL parser finds the URL that a browser would follow.
    const scheme = URL.canParse(value) ? new URL(value).protocol : undefined;
    if (/^on/i.test(name) || /^(?:srcdoc|data-embed-src|shadowrootmode)$/i.test(name)) return `an attribute ${name}`;
    const isPicture =
      scheme === 'data:' && /^(?:img|image)$/.test(element.tagName) && value.trim().startsWith('data:image/');
    if (scheme && !/^(?:https?|mailto|about):$/.test(scheme) && !isPicture && !INERT.test(name))
      return `${name}=${value}`;
    if (/^(?:form)?action$/.test(name) && scheme) return `${name}=${value}`;
  }
  return undefined;
}

/** Attributes that no browser treats as a URL. */
const INERT = /^(?:xmlns.*|namespace|implementation|class|id|style|title|alt|name|value|content|to)$/;

function* elements(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    yield child;
    yield* elements(child);
    if ('content' in child) yield* elements((child as DefaultTreeAdapterTypes.Template).content);
  }
}

const context = defaultTreeAdapter.createElement('div', spec.NS.HTML, []);
/** Parsed as a document and as a fragment, with scripting and without. */
const parseVariants = (view: string): DefaultTreeAdapterTypes.ParentNode[] =>
  [true, false].flatMap((scriptingEnabled) => [
    parseFragment(context, view, { scriptingEnabled }),
    parse(`<!doctype html><body><div>${view}</div>`, { scriptingEnabled }),
    parse(`<!doctype html><body><p><span><table><tr><td>${view}`, { scriptingEnabled }),
  ]);

const CONTEXTS: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `<section><div>${payload}</div></section>`,
  (payload) => `<ul><li>a</li><li>${payload}</li></ul><p>b</p>`,
  (payload) => `<template>${payload}</template>`,
  (payload) => `<table><tr><td>${payload}</td></tr></table>`,
  (payload) => `<svg><g>${payload}</g></svg>`,
  (payload) => `<noscript>${payload}</noscript>`,
];

test('every payload has the same outcome in any position; if it passes, no parser finds a script, handler, script URL or foreign form', () => {
  for (const payload of payloads) {
    const passes = isValidView(payload);
    for (const place of CONTEXTS) {
      const view = place(payload);
      assert.equal(isValidView(view), passes, view);
      if (!passes) continue;
      for (const reading of parseVariants(view)) {
        for (const element of elements(reading)) assert.equal(findHarm(element), undefined, view);
      }
    }
  }
});

const TAGS = ['a', 'img', 'form', 'iframe', 'object', 'feaas-component'];
/** Attributes that hold one address, in some element. */
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href', 'data', 'poster', 'background'];

const asValue = (payload: string): string => payload.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const isValidValue = (tag: string, name: string, payload: string): boolean =>
  isValidView(`<${tag} ${name}="${asValue(payload)}"></${tag}>`);

/** Whether a browser would run an address. The URL parser is that of browsers. */
const isRunnable = (address: string): boolean =>
  URL.canParse(address) && /^(?:javascript|data|vbscript):$/.test(new URL(address).protocol);

test('payloads in attributes of a view are rejected if they end an element or are an address that runs, and only then', () => {
  for (const payload of payloads) {
    for (const name of ADDRESSES)
      for (const tag of TAGS) {
        const isRefused =
          ENDS.test(payload) ||
          isRunnable(payload) ||
          name === 'srcdoc' ||
          // An object loads a document from any address.
          (tag === 'object' && name === 'data' && payload.trim() !== '');
        assert.equal(isValidValue(tag, name, payload), !isRefused, `${tag} ${name}="${payload}"`);
      }
    // A template within a view is a view.
    assert.equal(
      isValidView(`<feaas-component template="${asValue(payload)}"></feaas-component>`),
      isValidView(payload) && !ENDS.test(payload),
      payload,
    );
  }
});

/** Payloads of the project without the end of an element that are rejected in lists of pictures, or in styles. */
const REJECTED: Readonly<Record<string, readonly string[]>> = {
  srcset: [
    'javascript:window.__canary=1',
    'JaVaScRiPt:window.__canary=1',
    'java\nscript:alert(1)',
    '\u0001javascript:window.__canary=1',
    'data:text/javascript,window.__canary=1',
    '<svg><a xlink:href="javascript:window.__canary=1"><text>x</text></a></svg>',
  ],
  style: [
    '<a href="javascript:window.__canary=1" id=x>x</a>',
    '<form action="javascript:window.__canary=1"><button>x</button></form>',
    '<button formaction="javascript:window.__canary=1">x</button>',
    '<svg><a xlink:href="javascript:window.__canary=1"><text>x</text></a></svg>',
  ],
};

test('of the payloads of the project, only these are rejected in lists of pictures and in styles, in every element', () => {
  for (const [name, rejected] of Object.entries(REJECTED))
    for (const tag of TAGS)
      assert.deepEqual(
        own.filter((payload) => !isValidValue(tag, name, payload) && !ENDS.test(payload)).sort(),
        [...rejected].sort(),
        `${tag} ${name}`,
      );
});

test('payloads that pass in lists of pictures and in styles are no address there', () => {
  for (const payload of payloads)
    for (const name of Object.keys(REJECTED))
      for (const tag of TAGS)
        if (isValidValue(tag, name, payload))
          for (const element of elements(parseFragment(context, `<${tag} ${name}="${asValue(payload)}"></${tag}>`, {})))
            assert.equal(findHarm(element), undefined, `${tag} ${name}="${payload}"`);
});

/** The end tag of an element within an attribute value is rejected by itself. */
const ENDS = /--!?>|\]>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes|template|select)/i;
