import * as FEAAS from '@sitecore-feaas/clientside/react';
import './bundle.server';
import ClientsideBundle from './bundle.client';
import dynamic from 'next/dynamic';

FEAAS.enableNextClientsideComponents(dynamic, ClientsideBundle);
