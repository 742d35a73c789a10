import * as FEAAS from '@sitecore-feaas/clientside/react';
import Counter from './counter';

/** Registered for both; a component of pages is in it. */
const Augmented = (props: { name?: string; seats?: number }) => (
  <div className="augmented">
    <h3>{props.name} is augmented</h3>
    <Counter {...props} />
  </div>
);

FEAAS.registerComponent(Augmented, {
  name: 'augmented',
  properties: { name: { type: 'string' }, seats: { type: 'number' } },
});
