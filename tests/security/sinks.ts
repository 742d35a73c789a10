/** All sinks of a template for data (D4, D6, D10, D13, D19, E9), with a template and data for a payload. */

export interface Sink {
  readonly name: string;
  readonly template: string;
  /** Data that contains a payload. */
  readonly data: (payload: string) => unknown;
}

const attribute = (tag: string, name: string, rest = ''): Sink => ({
  name: `data-path-${name} on ${tag}`,
  template: `<${tag} data-path-${name}="v" ${rest}>x</${tag}>`,
  data: (v) => ({ v }),
});

const text = (payload: string, ...marks: unknown[]): unknown => ({ type: 'text', text: payload, marks });

/** Attributes of feaas-* elements that data can not set (D19). */
export const FORBIDDEN = 'template src cdn library component version revision instance frontend backend fetch'.split(
  ' ',
);

export const SINKS: readonly Sink[] = [
  { name: 'data-path', template: '<div data-path="v">-</div>', data: (v) => ({ v }) },
  { name: 'data-path, inline', template: '<p data-path="v">-</p>', data: (v) => ({ v }) },
  {
    name: 'data-path in a list',
    template: '<div data-path-scope="l.*" data-path="l.*">-</div>',
    data: (v) => ({ l: [v, v] }),
  },
  { name: 'data-path, date', template: '<time class="-inline--time" data-path="v">-</time>', data: (v) => ({ v }) },
  ...[
    'script',
    'style',
    'textarea',
    'title',
    'iframe',
    'noscript',
    'template',
    'xmp',
    'select',
    'table',
    'svg',
    'math',
  ].map((tag): Sink => ({
    name: `data-path on ${tag}`,
    template: `<${tag} data-path="v">-</${tag}>`,
    data: (v) => ({ v }),
  })),
  ...['tbody', 'tr', 'colgroup'].map((tag): Sink => {
    const inner = `<${tag} data-path="v"></${tag}>`;
    return {
      name: `data-path on ${tag} of a table`,
      template: `<table>${tag === 'tr' ? `<tbody>${inner}</tbody>` : inner}</table>`,
      data: (v) => ({ v }),
    };
  }),
  {
    name: 'data-path-placeholder',
    template: '<div data-path="none" data-path-placeholder="">-</div>',
    data: (v) => ({ v }),
  },
  {
    name: 'data-path-placeholder out of data',
    template: '<div data-path-attributes="o">-</div>',
    data: (v) => ({ o: { 'data-path': 'none', 'data-path-placeholder': v } }),
  },
  {
    name: 'data-path-attributes, html',
    template: '<div data-path-attributes="o">-</div>',
    data: (html) => ({ o: { html } }),
  },
  {
    name: 'data-path-attributes, values',
    template:
      '<a data-path-attributes="o">x</a><img data-path-attributes="o"><form data-path-attributes="o"><button data-path-attributes="o">x</button></form><iframe data-path-attributes="o"></iframe>',
    data: (v) => ({
      o: Object.fromEntries(
        'href src srcdoc style action formaction onclick onerror onload onfocus id name class poster background xlink:href is slot template data-embed-src innerHTML outerHTML'
          .split(' ')
          .map((name) => [name, v]),
      ),
    }),
  },
  {
    name: 'data-path-attributes, names',
    template: '<div data-path-attributes="o">-</div>',
    data: (v) => ({ o: { [v]: v, [`on${v}`]: v } }),
  },
  attribute('a', 'href'),
  attribute('area', 'href'),
  attribute('svg', 'href'),
  attribute('img', 'src', 'alt=""'),
  attribute('img', 'srcset', 'alt=""'),
  attribute('video', 'src', 'autoplay muted'),
  attribute('video', 'poster'),
  attribute('iframe', 'src'),
  attribute('iframe', 'srcdoc'),
  attribute('embed', 'src'),
  attribute('object', 'data'),
  attribute('script', 'src'),
  attribute('link', 'href', 'rel="stylesheet"'),
  attribute('base', 'href'),
  attribute('form', 'action'),
  attribute('button', 'formaction'),
  attribute('input', 'value'),
  attribute('div', 'style'),
  attribute('div', 'onclick'),
  attribute('img', 'onerror', 'src="data:,"'),
  attribute('details', 'ontoggle', 'open'),
  attribute('div', 'id'),
  attribute('div', 'title'),
  attribute('meta', 'content', 'http-equiv="refresh"'),
  attribute('div', 'embed-src'),
  {
    name: 'rich text, words',
    template: '<div data-path="v">-</div>',
    data: (v) => ({
      v: {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [text(v)] },
          { type: 'codeBlock', content: [text(v)] },
        ],
      },
    }),
  },
  {
    name: 'rich text, attributes and types',
    template: '<div data-path="v">-</div>',
    data: (v) => ({
      v: {
        type: 'doc',
        content: [
          {
            type: 'heading',
            attrs: { level: v, style: v, onclick: v, [v]: v },
            content: [text('x', { type: 'link', attrs: { href: v, onclick: v, [v]: v } })],
          },
          { type: v, content: [text('x', { type: v })] },
        ],
      },
    }),
  },
  {
    name: 'inserted content with bindings',
    template: '<div data-path="outer">-</div>',
    data: (v) => ({
      outer:
        '<b data-path="v">-</b><a data-path-href="v">x</a><img data-path-src="v" alt=""><i data-path-attributes="o">-</i><u data-path-onclick="v">x</u><div data-embed-src="/x"></div>',
      v,
      o: { html: v, onclick: v, href: v, style: v },
    }),
  },
  {
    name: 'inserted content, payload around bindings',
    template: '<div data-path="v">-</div>',
    data: (payload) => ({ v: `<b data-path="w">${payload}</b>`, w: payload }),
  },
  ...FORBIDDEN.map((name): Sink => ({
    name: `data-path-${name} on a nested feaas-component`,
    template: `<feaas-component fetch="" data-path-${name}="v"></feaas-component>`,
    data: (v) => ({ v }),
  })),
  {
    name: 'data-path-attributes on a nested feaas-component',
    template: '<feaas-component fetch="" data-path-attributes="o"></feaas-component>',
    data: (v) => ({ o: Object.fromEntries([...FORBIDDEN, 'data-embed-src', 'onclick'].map((name) => [name, v])) }),
  },
  {
    name: 'feaas-* elements in data HTML',
    template: '<div data-path="v">-</div>',
    data: (v) => ({
      v: `<feaas-component fetch="" template="${v.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"></feaas-component><feaas-component src="//evil.example/components/l/c"></feaas-component>`,
    }),
  },
  {
    name: 'data-embed-src out of data',
    template: '<div data-path-attributes="o">-</div><div data-path-data-embed-src="v">-</div>',
    data: (v) => ({ v, o: { 'data-embed-src': v } }),
  },
];
