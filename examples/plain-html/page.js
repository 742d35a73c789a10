/** The page's own script: data, a component of the page's own, and who edits. */
import { registerComponent } from 'http://127.0.0.1:3333/build/index.esm.js';

const basket = document.querySelector('#basket');

registerComponent({
  name: 'book-button',
  title: 'Book button',
  properties: { label: { type: 'string', title: 'Label' } },
  mount(element, { label = 'Book' }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'au-button';
    button.textContent = label;
    button.addEventListener('click', () => (basket.textContent = Number(basket.textContent) + 1));
    element.append(button);
    return {
      update: ({ label = 'Book' }) => (button.textContent = label),
      unmount: () => button.remove(),
    };
  },
});

const offer = document.querySelector('#offer');
const title = document.querySelector('#title');
const show = () => (offer.data = { offer: { title: title.value, label: 'Book now' } });
title.addEventListener('input', show);
show();

// Who edits on this machine. A real site asks its own server, which knows who is signed in.
document.querySelector('feaas-context').addEventListener('feaasAuth', ({ detail }) => {
  detail.respondWith(fetch('/token').then(async (answer) => (await answer.text()) || null));
});
