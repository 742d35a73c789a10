import { bootstrapApplication } from '@angular/platform-browser';
import { defineCustomElements } from 'feaas-kit/loader';
import { App } from './app';

defineCustomElements();
bootstrapApplication(App).catch((error) => console.error(error));
