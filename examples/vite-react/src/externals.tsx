/** Components of this site that editors put into content. */
import { registerReactComponent } from 'feaas-kit-react';
import { useContext } from 'react';
import { Basket } from './basket';

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
