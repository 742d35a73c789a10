import { defineCustomElement } from 'feaas-kit/components/feaas-component';
import { mount } from 'svelte';
import App from './app.svelte';

defineCustomElement();
mount(App, { target: document.querySelector('#app') });
