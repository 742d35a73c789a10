/** To whom registered components belong: on a server to a React. */
import { createElement } from 'react';

export const owner: object = createElement;
