import { createContext } from 'react';

/** What is in the visitor's basket; external components reach it like any other of the site. */
export const Basket = createContext<{ readonly count: number; add(): void }>({ count: 0, add: () => {} });
