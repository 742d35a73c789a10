'use client';

/** Components of this site that stand in content, and the state that they share. */
import { registerReactComponent } from 'feaas-kit-react';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

const Basket = createContext<{ readonly count: number; add(): void }>({ count: 0, add: () => {} });

function BookButton({ label = 'Book' }: { label?: string }) {
  const { count, add } = useContext(Basket);
  return (
    <button type="button" className="au-button" onClick={add}>
      {label}
      {count ? ` (${count})` : ''}
    </button>
  );
}

registerReactComponent(BookButton, {
  name: 'book-button',
  title: 'Book button',
  properties: { label: { type: 'string', title: 'Label' } },
});

export function Externals({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0);
  const basket = useMemo(() => ({ count, add: () => setCount((now) => now + 1) }), [count]);
  return <Basket.Provider value={basket}>{children}</Basket.Provider>;
}
