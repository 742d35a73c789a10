'use client';

import { FeaasComponent } from 'feaas-kit-react';

export function Card({ data }: { data?: object }) {
  return <FeaasComponent src="/cdn/components/lib/card" {...(data && { data })} />;
}
