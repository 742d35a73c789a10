'use client';
import * as FEAAS from '@sitecore-feaas/clientside/react';
import './counter';
import './hybrid';
import './swapped.client';
import './augmented';

const ClientsideBundle = (props: FEAAS.ExternalComponentProps) => FEAAS.ExternalComponent(props);
export default ClientsideBundle;
