/** Type-checks TypeScript sites that use the packages, with the strictest compiler options. */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const SITE = `
import { createElement } from 'react';
import { configureDelivery, renderComponent, registerComponent, type Gateway, type RenderDetail } from 'feaas-kit';
import { renderElement, renderHTMLContent, renderToStream } from 'feaas-kit/server';
import { defineCustomElements } from 'feaas-kit/loader';
import { FeaasPicker, defineCustomElementFeaasPicker, parseComponentSource } from 'feaas-kit/components';
import { FeaasComponent as Element, defineCustomElement } from 'feaas-kit/components/feaas-component';
import { FeaasComponent, ServerComponent, registerReactComponent } from 'feaas-kit-react';

const element: HTMLFeaasComponentElement = new Element();
element.data = { a: 1 };
await element.whenRendered();
element.addEventListener('feaasRender', ({ detail }: CustomEvent<RenderDetail>) => detail.phase satisfies string);
const html: string = renderHTMLContent('<p></p>', {});
const { head }: { head: string } = await renderElement({ library: 'a', component: 'b' });
const stream: ReadableStream<Uint8Array> = renderToStream(['a']);
const loaded: Promise<void> = defineCustomElements();
const picker: HTMLFeaasPickerElement = new FeaasPicker();
picker.mode = 'theme';
const context = document.createElement('feaas-context');
const gateway: Gateway = await context.connect();
const { data } = await gateway.client.query<{ library: { id: string } }>({ query: await gateway.document('{ a }') });
export const id: string | undefined = data?.library.id;
const out: () => void = registerComponent({ name: 'a', mount: () => ({ unmount() {} }) });
registerReactComponent(() => null, { name: 'b' });
export default createElement(FeaasComponent, { library: 'a', onFeaasRender: ({ detail }) => void detail.milliseconds });
export { ServerComponent, configureDelivery, renderComponent, parseComponentSource };
void [html, head, stream, loaded, out, defineCustomElement, defineCustomElementFeaasPicker];

document.addEventListener('feaasRender', (event) => event.detail.milliseconds satisfies number);
document.addEventListener('feaasError', (event) => event.detail.message satisfies string);
element.loading = 'lazy';
element.revision = 'published';
element.revision = 3;
const given: any = JSON.parse('{}');
element.data = given;
createElement(FeaasComponent, { loading: 'lazy', revision: 'saved', data: given, fetch: null });
createElement('feaas-component', { library: 'a', revision: 'staged' });

// @ts-expect-error: there is no such property.
element.dta = 1;
// @ts-expect-error: there is no such way of loading.
element.loading = 'lazzy';
// @ts-expect-error: there is no such revision.
element.revision = 'publishd';
// @ts-expect-error: the same of the React component.
createElement(FeaasComponent, { loading: 'lazzy' });
// @ts-expect-error: no JSON has a symbol.
element.data = Symbol('data');
// @ts-expect-error: a render has no such detail.
document.addEventListener('feaasRender', (event) => event.detail.duration);
// @ts-expect-error: data comes by React's own means.
createElement(FeaasComponent, { library: 1 });
// @ts-expect-error: a font has no library.
renderElement(1);
`;

const HOST = `
import { createHost, type Host } from 'feaas-kit-host';
const host: Host = createHost({ port: 0 });
export const url: string = await host.listen();
// @ts-expect-error: a port is a number.
createHost({ port: '0' });
`;

/** A CommonJS module that imports the server entry. */
const COMMON = `
import server = require('feaas-kit/server');
export const html: string = server.renderHTMLContent('<p></p>', {});
`;

/** Returns compiler errors of sites in a project and of the declarations of the kit's packages, but not of other packages. */
export function typeCheckSites(folder: string, resolution: 'bundler' | 'node16'): string[] {
  const files = { 'site.ts': SITE, 'host.ts': HOST, ...(resolution === 'node16' ? { 'common.cts': COMMON } : {}) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const program = ts.createProgram(
    Object.keys(files).map((name) => join(folder, name)),
    {
      ...{
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
      },
      ...{ target: ts.ScriptTarget.ES2022, types: ['node'], typeRoots: [join(folder, 'node_modules/@types')] },
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      ...(resolution === 'bundler'
        ? { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
        : { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }),
    },
  );
  const own = program.getSourceFiles().filter(({ fileName }) => /\/site\/(?!node_modules\/(?!feaas-))/.test(fileName));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  return found.map(({ file, start = 0, messageText }) => {
    const place = file
      ? `${relative(folder, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1} `
      : '';
    return place + ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}
