/** The owner of registrations on a server: the instance of React. */
import { createElement } from 'react';

export const owner: object = createElement;
