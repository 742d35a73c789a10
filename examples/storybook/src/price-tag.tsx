/** A component of the site that editors put into content. */
import { registerReactComponent } from 'feaas-kit-react';
import type { ComponentProps } from 'react';

export interface PriceTagProps {
  readonly amount?: number;
  readonly currency?: 'EUR' | 'NOK';
}

export function PriceTag({ amount = 0, currency = 'EUR' }: PriceTagProps) {
  const text = new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount);
  return (
    <data className="price-tag" value={amount}>
      {text}
    </data>
  );
}

registerReactComponent(PriceTag, {
  name: 'price-tag',
  title: 'Price tag',
  properties: {
    amount: { type: 'number', title: 'Amount' },
    currency: { type: 'string', title: 'Currency', enum: ['EUR', 'NOK'] },
  },
});

declare global {
  interface FeaasExternals {
    'price-tag': ComponentProps<typeof PriceTag>;
  }
}
