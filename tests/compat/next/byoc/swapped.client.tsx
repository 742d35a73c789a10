import * as FEAAS from '@sitecore-feaas/clientside/react';
import Counter from './counter';

FEAAS.registerComponent(
  (props: { name?: string; seats?: number }) => (
    <div className="swapped">
      <h3>In the page</h3>
      <Counter {...props} />
    </div>
  ),
  { name: 'swapped', properties: { name: { type: 'string' }, seats: { type: 'number' } } },
);
