import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Site, type Shown } from './hydrate';

export const print = (shown: Shown): string => renderToString(createElement(Site, { shown }));
