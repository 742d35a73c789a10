/** Puck set up as in its readme: the editor of one component with a text. */
import { Puck, type Config } from '@puckeditor/core';
import '@puckeditor/core/puck.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const config: Config = {
  components: {
    Heading: {
      fields: { text: { type: 'text' } },
      render: ({ text }) => createElement('h2', null, text),
    },
  },
};

createRoot(document.body.appendChild(document.createElement('div'))).render(
  createElement(Puck, { config, data: { content: [], root: {} } }),
);
