/** Building blocks of a React site, from which journeys compose pages. */
import { createComponent } from '@stencil/react-output-target/runtime';
import * as kit from 'feaas-kit-react';
import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { elementComponent } from '../../react-wrapper/src/element';

const site = { ...React, React, kit, createComponent, createRoot, hydrateRoot, flushSync, elementComponent };
export type Site = typeof site;
Object.assign(window, { site });
