/** Every story has the library around it: its address, its stylesheet and its theme. */
import type { Preview } from '@storybook/react-vite';
import { FeaasContext, Stylesheet } from 'feaas-kit-react';
import { HOST } from '../src/settings';
import '../src/price-tag';

const preview: Preview = {
  decorators: [
    (Story) => (
      <FeaasContext library="aurora" cdn={`${HOST}/cdn`} frontend={HOST}>
        <Stylesheet library="aurora" cdn={`${HOST}/cdn`} />
        <div className="-theme--aurora">
          <Story />
        </div>
      </FeaasContext>
    ),
  ],
};

export default preview;
