import { FeaasExternal, ServerComponent } from 'feaas-kit-react';

const TEMPLATE = `<section class="card"><h2 data-path="s.t">-</h2>
<feaas-external data-external-id="plain" data-path-first-name="s.t">Fallback</feaas-external>
<div hidden></div><feaas-external data-external-id="async" size="2">Fallback</feaas-external>
<feaas-external data-external-id="hybrid">Fallback</feaas-external></section>`;

export default function Page() {
  return (
    <main>
      <div id="template">
        <ServerComponent fetch={false} template={TEMPLATE} data={{ s: { t: 'Ada' } }} />
      </div>
      <div id="tree">
        <FeaasExternal data-external-id="plain" firstName="Bob" />
        <FeaasExternal data-external-id="async" size={4} />
        <FeaasExternal data-external-id="hybrid" />
      </div>
    </main>
  );
}
