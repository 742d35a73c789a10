'use client';
import * as FEAAS from '@sitecore-feaas/clientside/react';

FEAAS.registerComponent(
  ({ fails }: { fails?: boolean }) => {
    if (fails && typeof window !== 'undefined') throw new Error('It failed');
    return <p className="failing">It works</p>;
  },
  { name: 'failing', properties: { fails: { type: 'boolean' } } },
);
