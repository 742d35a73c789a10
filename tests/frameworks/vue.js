import { defineCustomElement } from 'feaas-kit/components/feaas-component';
import { createApp } from 'vue';
import App from './app.vue';

defineCustomElement();
createApp(App).mount('#app');
