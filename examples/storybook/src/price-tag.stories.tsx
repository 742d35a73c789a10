import type { Meta, StoryObj } from '@storybook/react-vite';
import { FeaasComponent, FeaasExternal } from 'feaas-kit-react';
import { PriceTag } from './price-tag';

const meta = {
  title: 'Own components/Price tag',
  component: PriceTag,
  args: { amount: 1490, currency: 'EUR' },
  argTypes: { currency: { control: 'radio', options: ['EUR', 'NOK'] } },
} satisfies Meta<typeof PriceTag>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The React component alone. */
export const Alone: Story = {};

/** As an element, with typed props. */
export const AsElement: Story = { render: (args) => <FeaasExternal data-external-id="price-tag" {...args} /> };

/** In a template, bound to data. */
export const InContent: Story = {
  render: ({ amount, currency }) => (
    <FeaasComponent
      fetch={[]}
      template='<p>From <feaas-external data-external-id="price-tag" data-path-amount="trip.price" data-path-currency="trip.currency">a price</feaas-external></p>'
      data={{ trip: { price: amount, currency } }}
    />
  ),
};
