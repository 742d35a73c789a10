/** Server output for elements whose content the kit writes: templates, and registered components as React children. */
import {
  externalProps,
  hasDataSettings,
  isDataSettings,
  renderHTMLContent,
  type ExternalProps,
} from 'feaas-kit/server';
import { Fragment, Suspense, createElement, type ReactNode } from 'react';
import { createExternal, findReactComponent, reactDefinitions } from './external-components.js';
import { externalAttributes } from './external-props.js';
import { SERVER_RENDERED, extractExternals, joinExternals } from './external-content.js';

type Values = Readonly<Record<string, unknown>>;

/** A registered component with the properties from the element; undefined if none is registered. */
export function renderExternal(attributes: Readonly<Record<string, string>>, componentProps?: Values): ReactNode {
  const id = attributes['data-external-id'];
  const registered = id === undefined ? undefined : findReactComponent(id);
  if (!registered) return undefined;
  const props: ExternalProps = externalProps(id!, reactDefinitions(), attributes, componentProps);
  return createExternal(registered.Component, props);
}

/** In a tree that hydrates, the page renders components that fail on the server. */
const withBoundary = (node: ReactNode): ReactNode =>
  node === undefined ? undefined : createElement(Suspense, { fallback: null }, node);

/** Data without data settings. */
const plainData = (data: unknown): unknown =>
  !hasDataSettings(data)
    ? data
    : isDataSettings(data)
      ? {}
      : Object.fromEntries(Object.entries(data as object).filter(([, value]) => !isDataSettings(value)));

function parseData(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined; // the page reports it
  }
}

/** The HTML of a component's content; undefined if the page renders it. */
function contentHTML(props: Values): string | undefined {
  const { template, data, className, lang, dangerouslySetInnerHTML } = props;
  const html = (dangerouslySetInnerHTML as { readonly __html?: string } | undefined)?.__html;
  if (html !== undefined) return html;
  if (typeof template !== 'string') return undefined;
  if (['suspended', 'hidden', 'isolate', 'preview'].some((name) => props[name] || props[name] === '')) return undefined;
  return renderHTMLContent(template, plainData(parseData(data)), {
    ...(typeof className === 'string' && { className }),
    ...(typeof lang === 'string' && { language: lang }),
  });
}

/**
 * Props that print the content of `<feaas-component>`. With `skipsPageComponents`, the page renders components that are
 * registered only for pages.
 */
export function renderServerContent(props: Values): Values | undefined {
  const content = contentHTML(props);
  if (content === undefined) return undefined;
  const fromServerComponents = (props['externals'] ?? []) as readonly ReactNode[];
  // Indexes continue after those of server components.
  const { html, nodes } = extractExternals(
    content,
    (attributes) => (props['skipsPageComponents'] ? undefined : withBoundary(renderExternal(attributes))),
    fromServerComponents.length,
  );
  const children = joinExternals(html, [...fromServerComponents, ...nodes]);
  return children
    ? { children: createElement(Fragment, null, ...children), dangerouslySetInnerHTML: undefined }
    : { children: undefined, dangerouslySetInnerHTML: { __html: html } };
}

/** Props that print the content of `<feaas-external>`. */
export function renderServerExternal(props: Values): Values | undefined {
  const { serverContent, componentProps, skipsPageComponents } = props as {
    serverContent?: ReactNode;
    componentProps?: Values;
    skipsPageComponents?: boolean;
  };
  const content =
    serverContent ??
    (skipsPageComponents ? undefined : withBoundary(renderExternal(externalAttributes(props), componentProps)));
  return content === undefined ? undefined : { children: content, [SERVER_RENDERED]: '' };
}
